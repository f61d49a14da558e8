/// How far one call over a whole buffer has come.
///
/// When the output is full before all of the input is taken, the caller empties it and goes on
/// behind the last element that was taken.
public struct StreamProgress: BitwiseCopyable, Sendable, Hashable {
  /// How many elements of the input are taken.
  public var consumed: Int

  /// How many elements of the output are written.
  public var written: Int

  /// Creates a progress.
  ///
  /// Thread: any.
  @_noLocks
  public init(consumed: Int, written: Int) {
    self.consumed = consumed
    self.written = written
  }

  /// Tells whether two calls came equally far.
  ///
  /// Thread: any.
  @_noLocks
  public static func == (left: StreamProgress, right: StreamProgress) -> Bool {
    left.consumed == right.consumed && left.written == right.written
  }
}
