public import TenutoSystem
/// The state of a recording.
public struct RecordingState: Sendable, Equatable {
  /// A file of a recording.
  public struct File: Sendable, Equatable {
    /// Where it is: `take.wav`, or `take.wav.part` while it is recorded.
    public var path: String
    /// Frames in it.
    ///
    /// While it is recorded, the last second may be missing.
    public var frameCount = 0
    /// Whether it is ended and has its name.
    public var isWhole = false
  }

  /// Frames per second, in Hz.
  public var sampleRate: Int
  /// The files, in the order of the sound; more than one where a disk was full in between.
  public var files: [File] = []
  /// Why nothing is written now; nil while all is well.
  public var error: HostError?
  /// How often a file could not be written on.
  public var interruptions = 0
  /// Frames that came to the recorder and are in no file.
  public var lostFrames = 0
  /// What the user should know, a sentence each; the newest 64.
  public private(set) var news: [String] = []
  /// How many there were.
  public private(set) var newsCount = 0

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Frames in all files.
  public var frameCount: Int { files.reduce(0) { $0 + $1.frameCount } }

  /// The news behind the first `count`.
  public func news(since count: Int) -> ArraySlice<String> {
    news.suffix(min(news.count, max(0, newsCount - count)))
  }

  mutating func tell(_ sentence: String) {
    news = news.suffix(63) + [sentence]
    newsCount += 1
  }

  /// Notes what is in the newest file.
  mutating func count(_ frameCount: Int) {
    guard !files.isEmpty else { return }
    files[files.count - 1].frameCount = frameCount
  }
}

/// Tells what is new of a recording, each thing once.
public struct RecordingWatch: Sendable {
  private var newsCount = 0
  private var error: HostError?

  /// Has told nothing yet.
  public init() {}

  /// What the user should know, a sentence each.
  public mutating func news(_ state: RecordingState) -> [String] {
    var news = Array(state.news(since: newsCount))
    newsCount = state.newsCount
    if let error = state.error, error != self.error {
      news.append(
        "\(error.message.trimmingPeriod). It plays on, and the recording goes on in another file "
          + "when that can be written")
    }
    error = state.error
    return news
  }
}
