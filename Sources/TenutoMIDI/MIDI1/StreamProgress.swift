/// The progress of one call over a whole buffer.
///
/// When the output is full before all input is consumed, the caller empties it and resumes after
/// the last consumed element.
public struct StreamProgress: BitwiseCopyable, Sendable, Hashable {
  /// The number of input elements consumed.
  public var consumed: Int

  /// The number of output elements written.
  public var written: Int

  /// Creates a progress.
  ///
  /// Thread: any.
  @_noLocks
  public init(consumed: Int, written: Int) {
    self.consumed = consumed
    self.written = written
  }

  /// Tells whether two calls progressed equally far.
  ///
  /// Thread: any.
  @_noLocks
  public static func == (left: StreamProgress, right: StreamProgress) -> Bool {
    left.consumed == right.consumed && left.written == right.written
  }
}
