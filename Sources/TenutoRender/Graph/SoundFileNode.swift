/// A sound file that plays into the graph.
///
/// Read ahead by a thread of its own; where that is too slow there is silence, which is counted.
/// It sounds at its own sample rate: one of another rate is refused.
public struct FileInput: Sendable, Equatable {
  /// Where the file is.
  public var path: String
  /// Audio channels of its output bus: those of the file.
  public var channelCount: Int
  /// Whether it begins again at its end.
  public var isLooped: Bool

  /// Plays the file at `path` from its start.
  public init(path: String, channelCount: Int, isLooped: Bool = false) {
    self.path = path
    self.channelCount = channelCount
    self.isLooped = isLooped
  }
}

/// A sound file that keeps what flows into it, from the cycle in which it comes into the graph on.
public struct FileOutput: Sendable, Equatable {
  /// Where the file is to be; its extension says the format, as for `SoundFileWriter`.
  public var path: String
  /// Audio channels of its input bus.
  public var channelCount: Int

  /// Records into `path`.
  public init(path: String, channelCount: Int = 2) {
    self.path = path
    self.channelCount = channelCount
  }
}
