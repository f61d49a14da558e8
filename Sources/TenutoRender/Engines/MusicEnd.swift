internal import Glibc
public import TenutoSystem

/// Notices when a graph's music is over and its tail has sounded.
public struct MusicEnd: Sendable {
  /// Seconds of sound behind the end of the music.
  public let tail: Double
  /// The engine's frame at which the music was seen at its end; nil while it is not there.
  private var end: Int64?

  /// Waits for `tail` seconds behind the end of the music.
  public init(tail: Double) { self.tail = tail }

  /// Seconds since the music's end; nil before it.
  public private(set) var passed: Double?

  /// Whether the tail is over too; asked again and again.
  ///
  /// A graph without a song never ends, nor does one whose song repeats.
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
  /// Waits for the end, as far as time runs; see the protocol.
  ///
  /// The corresponding Audio Unit concept is `AVAudioPlayerNode`'s completion at
  /// `.dataPlayedBack`.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.refused` where no song says how long the music is, or it repeats.
  public func playToEnd(tail: Double = 1) throws(HostError) {
    _ = try graph.musicLength()
    var end = MusicEnd(tail: tail)
    move(.play)
    while !end.isOver(self) { usleep(10_000) }
  }
}

extension Graph {
  /// Seconds from where the music begins to its end.
  ///
  /// - Throws: `.refused` where no song says it, or it repeats.
  func musicLength() throws(HostError) -> Double {
    guard let timeline = musicTimeline, let duration = timeline.duration, timeline.loop == nil
    else { throw HostError(.refused, "The music has no end: no song says one, or it repeats.") }
    return max(0, duration - timeline.start)
  }
}
