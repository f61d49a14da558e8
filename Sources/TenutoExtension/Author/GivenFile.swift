/// A file that the host passes because a state names it.
public struct GivenFile {
  /// The file's name in the state.
  public let path: String
  /// The file, opened read-only; valid until the call returns, duplicate it to keep it.
  public let descriptor: Int32

  /// Creates a file from its name and descriptor.
  public init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }
}
