internal import Glibc
public import TenutoSystem

/// Detects when a graph's music has ended and its tail has sounded.
public struct MusicEnd: Sendable {
  /// Seconds of sound after the end of the music.
  public let tail: Double
  /// The engine's frame at which the end was first seen; nil before that.
  private var end: Int64?

  /// Creates a detector that waits for `tail` seconds after the end of the music.
  public init(tail: Double) { self.tail = tail }

  /// Seconds since the music's end; nil before it.
  public private(set) var passed: Double?

  /// Returns whether the tail is over too; to be called repeatedly.
  ///
  /// A graph without a song, or with a song that repeats, never ends.
  public mutating func isOver(_ engine: some GraphEngine) -> Bool {
    let (position, rate) = (engine.transport, max(1, engine.format.sampleRate))
    let time = engine.reading.sampleTime
    guard let duration = engine.graph.musicTimeline?.duration, !position.isPlaying,
      Double(position.frame + 1) / rate >= duration
    else {
      (end, passed) = (nil, nil)
      return false
    }
    let end = end ?? time
    self.end = end
    passed = Double(time - end) / rate
    return Double(time - end) >= tail * rate
  }
}

extension GraphEngine {
  /// Plays to the end in real time; see the protocol.
  ///
  /// The corresponding Audio Unit concept is `AVAudioPlayerNode`'s completion at
  /// `.dataPlayedBack`.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.refused` if no song has an end, or if it repeats.
  public func playToEnd(tail: Double = 1) throws(HostError) {
    _ = try graph.musicLength()
    var end = MusicEnd(tail: tail)
    move(.play)
    while !end.isOver(self) { usleep(10_000) }
  }
}

extension Graph {
  /// Seconds from the start of the music to its end.
  ///
  /// - Throws: `.refused` if no song has an end, or if it repeats.
  func musicLength() throws(HostError) -> Double {
    guard let timeline = musicTimeline, let duration = timeline.duration, timeline.loop == nil
    else {
      throw HostError(.refused, "The music has no end: it has no song with an end, or it repeats.")
    }
    return max(0, duration - timeline.start)
  }
}
