/// A sound file that is played into the graph.
///
/// A separate thread reads it ahead; frames that come too late are silent and counted. It plays at
/// its own sample rate, and a file with a rate other than the engine's is refused.
public struct FileInput: Sendable, Equatable {
  /// The path of the file.
  public var path: String
  /// Audio channels of its output bus, which must equal the file's.
  public var channelCount: Int
  /// Whether it loops.
  public var isLooped: Bool

  /// Creates an input that plays the file at `path` from its start.
  public init(path: String, channelCount: Int, isLooped: Bool = false) {
    self.path = path
    self.channelCount = channelCount
    self.isLooped = isLooped
  }
}

/// A sound file that records its input, from the cycle in which it enters the graph.
public struct FileOutput: Sendable, Equatable {
  /// The path of the file; its extension selects the format, as for `SoundFileWriter`.
  public var path: String
  /// Audio channels of its input bus.
  public var channelCount: Int

  /// Creates an output that records to `path`.
  public init(path: String, channelCount: Int = 2) {
    self.path = path
    self.channelCount = channelCount
  }
}
