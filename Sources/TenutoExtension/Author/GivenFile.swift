/// A file that the host hands over because a state names it.
public struct GivenFile {
  /// What the state calls it.
  public let path: String
  /// The file, opened to read only; valid until the call returns, and to be duplicated to be kept.
  public let descriptor: Int32

  /// Names an open file.
  public init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }
}
