import TenutoMIDI

/// Plays the notes of a part: how loud, and how long of its value each one sounds.
struct Player {
  private let part: Part
  private let channel: UInt8

  /// The loudness of the whole song: a velocity at the start of a bar, and a line between any two.
  private static let dynamics: [(bar: Int, velocity: Int)] = [
    (1, 60), (3, 66), (9, 78), (13, 84), (15, 80), (17, 84), (19, 94), (24, 104), (25, 98),
  ]

  init(_ part: Part, channel: UInt8) {
    self.part = part
    self.channel = channel
  }

  /// Returns the track of the part.
  func track() throws(NotationError) -> [TrackEvent] {
    var reader = NotationReader()
    for text in part.notation { try reader.read(text) }
    let notes = reader.notes
    var events = setUp()
    for (index, note) in notes.enumerated() {
      events += play(note, before: index + 1 < notes.count ? notes[index + 1] : nil)
    }
    return Self.sorted(events)
  }

  private func setUp() -> [TrackEvent] {
    [
      TrackEvent(tick: 0, message: .meta(type: 0x03, data: Array(part.name.utf8))),
      event(at: 0, status: 0xC0, part.program),
      event(at: 0, status: 0xB0, 7, part.volume),
      event(at: 0, status: 0xB0, 10, part.pan),
    ]
  }

  private func play(_ note: Note, before next: Note?) -> [TrackEvent] {
    let velocity = velocity(of: note)
    let end = note.tick + soundingLength(of: note, before: next)
    return note.keys.flatMap { key in
      [
        event(at: note.tick, status: 0x90, key, velocity),
        event(at: end, status: 0x80, key, 64),
      ]
    }
  }

  private func event(
    at tick: Int, status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0
  ) -> TrackEvent {
    guard let message = MIDI1ChannelMessage(status: status | channel, data1: data1, data2: data2)
    else { preconditionFailure("the score has a number above 127") }
    return TrackEvent(tick: UInt32(tick), message: .channel(message))
  }

  /// Sorts by time, and within a tick puts ends before beginnings.
  private static func sorted(_ events: [TrackEvent]) -> [TrackEvent] {
    func rank(_ event: TrackEvent) -> Int {
      guard case .channel(let message) = event.message else { return 0 }
      return message.status & 0xF0 == 0x90 ? 1 : 0
    }
    let order = events.indices.sorted {
      (events[$0].tick, rank(events[$0]), $0) < (events[$1].tick, rank(events[$1]), $1)
    }
    return order.map { events[$0] }
  }
}

// MARK: - Articulation and loudness

extension Player {
  /// Slurs notes faster than quavers and holds the last chord; all others are slightly detached.
  private func soundingLength(of note: Note, before next: Note?) -> Int {
    guard let next else { return note.length }
    let isSlurred = note.length < Ticks.quarter / 2 && next.keys != note.keys
    return isSlurred ? note.length : note.length * 92 / 100
  }

  private func velocity(of note: Note) -> UInt8 {
    let sum = Self.loudness(at: note.tick) + Self.swell(at: note.tick) + Self.accent(at: note.tick)
    return UInt8(max(1, min(127, sum + entry(at: note.tick) + part.loudness)))
  }

  private static func loudness(at tick: Int) -> Int {
    for (from, to) in zip(dynamics, dynamics.dropFirst()) where tick < Ticks.start(ofBar: to.bar) {
      let start = Ticks.start(ofBar: from.bar)
      let length = Ticks.start(ofBar: to.bar) - start
      return from.velocity + (to.velocity - from.velocity) * (tick - start) / length
    }
    return dynamics.last?.velocity ?? 0
  }

  /// Rises by six steps to the middle of every two bars, and falls again.
  private static func swell(at tick: Int) -> Int {
    let phase = tick % (2 * Ticks.bar)
    return 6 * min(phase, 2 * Ticks.bar - phase) / Ticks.bar
  }

  /// Stresses the beats of a bar, and the notes between them less.
  private static func accent(at tick: Int) -> Int {
    let inBar = tick % Ticks.bar
    return if inBar == 0 {
      4
    } else if inBar.isMultiple(of: 2 * Ticks.quarter) {
      2
    } else if inBar.isMultiple(of: Ticks.quarter) {
      0
    } else if inBar.isMultiple(of: Ticks.quarter / 2) {
      -4
    } else {
      -7
    }
  }

  /// Emphasizes the first two bars of a theme.
  private func entry(at tick: Int) -> Int {
    guard let bar = part.entry else { return 0 }
    return tick < Ticks.start(ofBar: bar + 2) ? 6 : 0
  }
}
