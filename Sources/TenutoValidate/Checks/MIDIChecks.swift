internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// M: notes and other MIDI.
enum MIDIChecks {
  static let all = notes + packets

  private static let notes: [Check] = [
    Check(
      "M01", "Notes sound and end, on every channel", level: .quick, limit: 20, for: .instruments,
      why: "Hanging notes are obvious to everyone.",
      fix: "End a voice at its note off, and all voices at controllers 120 and 123."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for channel in [UInt8(0), 9, 15] {
        _ = try bench.render(512, events: [bench.noteOn(60, channel: channel)])
        let held = try bench.renderLong(4096).peak
        guard held > 1e-4 else { return .failed("a note on channel \(channel) gives no output") }
        let off = bench.noteOff(60, channel: channel)
        if let rest = try rest(bench, after: [off]) {
          return .failed("5 s after its end, a note on channel \(channel) sounds at \(rest)")
        }
      }
      for channel in 0..<16 {
        _ = try bench.render(512, events: [bench.noteOn(60, channel: UInt8(channel))])
      }
      return try rest(bench, after: bench.silencers)
        .map { .failed("5 s after all notes off it sounds at \($0)") } ?? .passed()
    },
    Check(
      "M02", "Unmatched notes do not hang", level: .usual, limit: 20,
      for: .instruments,
      why: "Keyboards repeat and lose messages.",
      fix: "Replace a note by a second note on of its key; ignore note offs of silent keys."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      _ = try bench.render(512, events: [bench.noteOff(70), bench.noteOff(0)])
      _ = try bench.render(512, events: [bench.noteOn(60), bench.noteOn(60), bench.noteOn(60)])
      _ = try bench.renderLong(2048)
      return try rest(bench, after: [bench.noteOff(60)])
        .map { .failed("three notes on and one off leave \($0)") } ?? .passed()
    },
    Check(
      "M03", "Messages on all channels are harmless", level: .usual, for: .midiInputs,
      why: "Sequencers reset all channels at every start.",
      fix: "Limit bends and controllers on every channel, even without notes."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for value in [UInt8(0), 64, 127] {
        for channel in 0..<16 {
          let bends = [UInt8(0xE0), 0xD0, 0xC0].map { bench.voice($0, value, UInt8(channel)) }
          let controllers = (0..<128).map {
            bench.controller($0, value, channel: UInt8(channel))
          }
          let cycle = try bench.render(512, events: bends + controllers + bench.chord)
          if let fault = cycle.fault { return .failed("on channel \(channel) \(fault)") }
        }
      }
      return .passed()
    },
    Check(
      "M05", "Notes start at their frames", level: .usual, for: .instruments,
      why: "Otherwise the delay depends on the period.",
      fix: "Handle each event at its frame; do not collect events for the next cycle."
    ) { context in
      let first = try onset(context, at: 0)
      var latest = 0
      for frame in [1, 100, 333, 511] {
        let onset = try onset(context, at: frame)
        let delay = onset - first - frame
        // A synthesizer's own blocks differ from the period: they last 1.3 ms.
        guard (-1...64).contains(delay) else {
          return .failed(
            "a note at frame 0 starts at frame \(first), one at \(frame) at \(onset)")
        }
        latest = max(latest, delay)
      }
      guard latest <= 1 else {
        return .warned("notes start up to \(latest) frames late, in internal blocks")
      }
      return .passed("\(first) frames to the first sample")
    },
  ]

  /// The level 5 s and the tail after `events`, or nil if it is silent.
  private static func rest(_ bench: Bench, after events: [TimedEvent]) throws -> String? {
    _ = try bench.render(512, events: events)
    // A component with an endless tail may sound.
    guard bench.tail.isFinite else { return nil }
    let limit = Int((5 + min(bench.tail, 60)) * Bench.sampleRate)
    var frames = 0
    var peak: Float = 0
    repeat {
      peak = try bench.renderLong(4096).peak
      frames += 4096
    } while peak > 1e-4 && frames < limit
    return peak > 1e-4 ? Decibels.text(peak) : nil
  }

  /// The frame at which a note becomes audible.
  private static func onset(_ context: CheckContext, at frame: Int) throws -> Int {
    let bench = try context.bench()
    try bench.allocate()
    let before = try bench.renderLong(1024)
    let sound = try bench.renderLong(8192, events: [bench.noteOn(60, at: frame)])
    let floor = before.peak
    return sound.compactMap { $0.firstIndex { abs($0) > floor } }.min() ?? -1
  }
}

extension Bench {
  /// A channel voice message with one value, in the protocol of the component.
  func voice(_ status: UInt8, _ value: UInt8, _ channel: UInt8) -> TimedEvent {
    let isMIDI1 = description.midiProtocol == .midi1
    let isBend = status == 0xE0
    let packet = UMP(
      messageType: isMIDI1 ? 2 : 4, group: 0, status: status | channel,
      data1: isMIDI1 ? value : 0, data2: isMIDI1 && isBend ? value : 0,
      word1: isMIDI1 ? 0 : UInt32(value) << 25)
    return TimedEvent(frameOffset: 0, payload: .midi(packet))
  }
}
