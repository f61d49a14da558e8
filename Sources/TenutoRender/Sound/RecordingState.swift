public import TenutoSystem
/// The state of a recording.
public struct RecordingState: Sendable, Equatable {
  /// A file of a recording.
  public struct File: Sendable, Equatable {
    /// The file's path: `take.wav`, or `take.wav.part` while it is recorded.
    public var path: String
    /// The number of its frames.
    ///
    /// The last second may be missing while it is recorded.
    public var frameCount = 0
    /// Whether it is finished and has its final name.
    public var isWhole = false
  }

  /// Frames per second, in Hz.
  public var sampleRate: Int
  /// The files, in the order of the sound; several if a disk was full in between.
  public var files: [File] = []
  /// The reason why writing is interrupted, or nil.
  public var error: HostError?
  /// Number of times that a file could not be written any further.
  public var interruptions = 0
  /// Frames that reached the recorder but are in no file.
  public var lostFrames = 0
  /// Messages for the user, one sentence each; the newest 64.
  public private(set) var messages: [String] = []
  /// The number of messages so far.
  public private(set) var messageCount = 0

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Frames in all files.
  public var frameCount: Int { files.reduce(0) { $0 + $1.frameCount } }

  /// Returns the messages after the first `count`.
  public func messages(since count: Int) -> ArraySlice<String> {
    messages.suffix(min(messages.count, max(0, messageCount - count)))
  }

  mutating func report(_ sentence: String) {
    messages = messages.suffix(63) + [sentence]
    messageCount += 1
  }

  /// Sets the number of frames in the newest file.
  mutating func count(_ frameCount: Int) {
    guard !files.isEmpty else { return }
    files[files.count - 1].frameCount = frameCount
  }
}

/// Reports each message of a recording once.
public struct RecordingWatch: Sendable {
  private var messageCount = 0
  private var error: HostError?

  /// Creates a watch that has not reported anything.
  public init() {}

  /// Returns the new messages, one sentence each.
  public mutating func messages(_ state: RecordingState) -> [String] {
    var messages = Array(state.messages(since: messageCount))
    messageCount = state.messageCount
    if let error = state.error, error != self.error {
      messages.append(
        "\(error.message.trimmingPeriod). It plays on, and the recording continues in another file "
          + "when that can be written")
    }
    error = state.error
    return messages
  }
}
