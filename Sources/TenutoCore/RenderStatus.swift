/// The result of one cycle, as reported by an extension.
///
/// The numbers are Audio Unit's where it has one.
public enum RenderStatus: Int32, Sendable, BitwiseCopyable {
  /// All frames were rendered.
  case ok = 0
  /// The cycle had more frames than were allocated (`kAudioUnitErr_TooManyFramesToProcess`).
  case tooManyFrames = -10874
  /// There were no render resources (`kAudioUnitErr_Uninitialized`).
  case notAllocated = -10867
  /// A datagram of the events channel was malformed.
  case malformedEvents = -1
  /// The process is about to end: its fault handler reports this, so that the host need not wait.
  case crashed = -2
  /// The host did not ask for this cycle.
  case skipped = 1
}
