public import TenutoRender

/// The position of a session's music.
public struct MusicPosition: Sendable, Equatable {
  /// Whether it plays.
  public let isPlaying: Bool
  /// Seconds since its start.
  public let seconds: Double
  /// The same in measures.
  public let place: MusicalPlace
  /// Seconds after which it stands; nil for music without an end.
  public let duration: Double?
  /// Whether it begins anew instead.
  public let isLooping: Bool
}

/// The music's time: its songs play along it, and extensions see it.
extension RunningSession {
  /// Where the music is.
  public var music: MusicPosition {
    let (position, timeline) = (engine.transport, timeline)
    let seconds = Double(position.frame) / max(1, engine.format.sampleRate)
    return MusicPosition(
      isPlaying: position.isPlaying, seconds: seconds, place: timeline.place(atSeconds: seconds),
      duration: timeline.duration, isLooping: timeline.loop != nil)
  }

  /// When the beats are: as its first song says, else by the session's tempo.
  public var timeline: MusicalTimeline {
    engine.graph.musicTimeline ?? MusicalTimeline(tempo: session.engine.tempo)
  }

  /// Has the music play on, or begin anew at its end.
  public func play() { engine.move(.play) }

  /// Has the music stand.
  public func pause() { engine.move(.stop) }

  /// Has the music go on, or stand, at a time; negative times are the start.
  public func locate(seconds: Double) {
    let frame = seconds * engine.format.sampleRate
    engine.move(.locate(frame: Int64(max(0, min(frame, 0x1p52)).rounded())))
  }
}
