import TenutoHost
import TenutoSession

/// Notices when the music is over and its tail has sounded.
struct MusicEnd {
  /// Seconds of sound behind the end of the music.
  let tail: Double
  /// The engine's frame at which the music was seen at its end; nil while it is not there.
  private var end: Int64?

  init(tail: Double) { self.tail = tail }

  /// Seconds since the music's end; nil before it.
  private(set) var passed: Double?

  /// Whether the tail is over too; asked again and again.
  mutating func isOver(_ running: RunningSession) -> Bool {
    let (music, rate) = (running.music, max(1, running.engine.format.sampleRate))
    let time = running.engine.reading.sampleTime
    guard let duration = music.duration, !music.isPlaying, music.seconds + 1 / rate >= duration
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
