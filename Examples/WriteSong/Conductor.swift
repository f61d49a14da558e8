import TenutoMIDI

/// The conductor of the song: its first track, with the title, the signatures and the tempos.
enum Conductor {
  /// The tempo of each two bars, in quarters a minute.
  private static let tempos = [54, 55, 56, 57, 57, 58, 58, 57, 58, 59, 60, 59]

  /// The ritardando of the last bar before the chord, one tempo for each quaver.
  private static let ritardando = [57, 56, 54, 52, 50, 47, 43, 38]

  /// The tempo of the last chord: slow, for its fermata.
  private static let fermata = 40

  static func track() -> [TrackEvent] {
    var events = [
      meta(at: 0, type: 0x03, Array(Canon.title.utf8)),
      meta(at: 0, type: 0x01, Array(Canon.composer.utf8)),
      meta(at: 0, type: 0x58, [4, 2, 24, 8]),
      meta(at: 0, type: 0x59, [2, 0]),
    ]
    for (index, tempo) in tempos.enumerated() {
      events += phrase(from: Ticks.start(ofBar: 2 * index + 1), tempo: tempo)
    }
    let end = Ticks.start(ofBar: Canon.lastBar)
    // The ritardando replaces the last cadence.
    events.removeAll { $0.tick >= UInt32(end - Ticks.bar) }
    events += broaden(to: end)
    events.append(TrackEvent(tick: UInt32(end + Ticks.bar), message: .endOfTrack))
    return events
  }

  /// Keeps a tempo for two bars, and takes a little time at their cadence.
  private static func phrase(from start: Int, tempo: Int) -> [TrackEvent] {
    let lastBeat = start + 2 * Ticks.bar - Ticks.quarter
    return [
      setTempo(at: start, tempo),
      setTempo(at: lastBeat, tempo - 2),
      setTempo(at: lastBeat + Ticks.quarter / 2, tempo - 4),
    ]
  }

  private static func broaden(to end: Int) -> [TrackEvent] {
    let steps = ritardando.enumerated().map { index, tempo in
      setTempo(at: end - Ticks.bar + index * Ticks.quarter / 2, tempo)
    }
    return steps + [setTempo(at: end, fermata)]
  }

  private static func setTempo(at tick: Int, _ beatsPerMinute: Int) -> TrackEvent {
    let microseconds = 60_000_000 / beatsPerMinute
    return meta(
      at: tick, type: 0x51,
      [16, 8, 0].map { shift in UInt8(truncatingIfNeeded: microseconds >> shift) })
  }

  private static func meta(at tick: Int, type: UInt8, _ data: [UInt8]) -> TrackEvent {
    TrackEvent(tick: UInt32(tick), message: .meta(type: type, data: data))
  }
}
