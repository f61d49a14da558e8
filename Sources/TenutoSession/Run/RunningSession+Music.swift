public import TenutoRender

/// The position of a session's music.
public struct MusicPosition: Sendable, Equatable {
  /// Whether it plays.
  public let isPlaying: Bool
  /// Seconds since its start.
  public let seconds: Double
  /// The position in measures.
  public let position: MusicalPosition
  /// Seconds after which it stops; nil for music without an end.
  public let duration: Double?
  /// Whether it loops in place of stopping.
  public let isLooping: Bool
}

/// The musical time, which songs follow and extensions see.
extension RunningSession {
  /// The position in the music.
  public var music: MusicPosition {
    let (position, timeline) = (engine.transport, timeline)
    let seconds = Double(position.frame) / max(1, engine.format.sampleRate)
    return MusicPosition(
      isPlaying: position.isPlaying, seconds: seconds,
      position: timeline.position(atSeconds: seconds),
      duration: timeline.duration, isLooping: timeline.loop != nil)
  }

  /// The tempo and meter: those of its first song, or else the session's tempo.
  public var timeline: MusicalTimeline {
    engine.graph.musicTimeline ?? MusicalTimeline(tempo: session.engine.tempo)
  }

  /// Plays on, or from the start if the music has ended.
  public func play() { engine.move(.play) }

  /// Stops the music.
  public func pause() { engine.move(.stop) }

  /// Moves to a time, playing or stopped; negative times count as the start.
  public func locate(seconds: Double) {
    let frame = seconds * engine.format.sampleRate
    engine.move(.locate(frame: Int64(max(0, min(frame, 0x1p52)).rounded())))
  }
}
