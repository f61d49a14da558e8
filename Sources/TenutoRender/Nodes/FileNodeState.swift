public import TenutoSystem
/// The state of a node with a sound file.
public struct FileNodeState: Sendable, Equatable {
  /// Why the file is not read or written on; nil while all is well.
  public var error: HostError?
  /// Frames that the disk was too slow for: silent where they were to be heard, missing where they
  /// were to be written.
  public var lostFrames = 0
  /// The files of a recording that is kept whatever happens; nil for others.
  public var recording: RecordingState?
}
