import TenutoMIDI
/// Merges the tracks of a Standard MIDI File into a clip.
struct ClipBuilder {
  private let ticksPerQuarter: UInt16

  /// The tempo that replaces an SMPTE division; nil if the file's own tempos apply.
  private let fixedTempo: FlexTempo?

  /// The tempo and the time signature at tick 0, which open the configuration.
  private var firstTempo: UMP?
  private var firstTimeSignature: [UMP] = []

  private var events: [MIDIClipEvent] = []
  private var length: UInt32 = 0

  init(_ division: StandardMIDIFile.Division) {
    switch division {
    case .ticksPerQuarter(let ticks):
      ticksPerQuarter = max(1, ticks & 0x7FFF)
      fixedTempo = nil
    case .smpte(let rate, let ticks):
      // The quarter notes of 30000/1001 frames are of 30 frames too, and so a little longer.
      let frames = rate == .fps29 ? 30 : UInt16(rate.rawValue)
      ticksPerQuarter = frames * UInt16(max(1, ticks))
      let tempo = FlexTempo(
        tenNanosecondsPerQuarterNote: rate == .fps29 ? 100_100_000 : 100_000_000)
      fixedTempo = tempo
      firstTempo = FlexDataMessage.setTempo(tempo).ump(group: 0, address: .group)
    }
  }

  /// Adds the events of a track after those of the previous tracks.
  mutating func append(_ track: [TrackEvent], isFirst: Bool) {
    var player = TrackPlayer()
    var group: UInt4 = 0
    for event in track {
      length = max(length, event.tick)
      if case .meta(type: 0x21, let data) = event.message, data.count == 1, data[0] < 16 {
        group = UInt4(truncatingIfNeeded: data[0])
      } else if case .meta(let type, let data) = event.message {
        append(ClipMeta(type: type, data: data, isFirstTrack: isFirst), at: event.tick, group)
      } else {
        for ump in player.play(event.message) { append(ump, at: event.tick, group) }
      }
    }
  }

  /// Returns the clip of all that was added.
  func clip(as voiceProtocol: MIDIClipFile.VoiceProtocol) -> MIDIClipFile {
    // By hand stable: the standard library does not promise that its sort is.
    let order = events.indices.sorted { (events[$0].tick, $0) < (events[$1].tick, $1) }
    let merged = order.map { events[$0] }
    let header = [firstTempo].compactMap { $0 } + firstTimeSignature
    return MIDIClipFile(
      ticksPerQuarter: ticksPerQuarter,
      configuration: header.map { MIDIClipEvent(tick: 0, ump: $0) },
      events: voiceProtocol == .midi1 ? merged : Self.translate(merged, until: length),
      length: length)
  }
}

extension ClipBuilder {
  private mutating func append(_ ump: UMP, at tick: UInt32, _ group: UInt4) {
    var ump = ump
    ump.word0 |= UInt32(group.rawValue) << 24
    events.append(MIDIClipEvent(tick: tick, ump: ump))
  }

  private mutating func append(_ meta: ClipMeta?, at tick: UInt32, _ group: UInt4) {
    guard let meta else { return }
    let packets = meta.packets
    switch meta {
    case .tempo where fixedTempo != nil: break
    case .tempo where tick == 0: firstTempo = packets.first
    case .timeSignature where tick == 0: firstTimeSignature = packets
    default: for ump in packets { append(ump, at: tick, group) }
    }
  }

  /// Translates voice messages to MIDI 2.0, each group with its own state.
  private static func translate(_ events: [MIDIClipEvent], until length: UInt32) -> [MIDIClipEvent]
  {
    var translators = (0..<16).map { MIDI1ToMIDI2Translator(group: $0) }
    var translated: [MIDIClipEvent] = []
    translated.reserveCapacity(events.count)
    for event in events {
      let group = event.ump.messageType == 2 ? Int(event.ump.group) : 0
      let batch = translators[group].translate(event.ump)
      for index in 0..<batch.count {
        translated.append(MIDIClipEvent(tick: event.tick, ump: batch[index]))
      }
    }
    for group in translators.indices {
      for channel in UInt8(0)..<16 {
        guard let ump = translators[group].flush(channel: channel) else { continue }
        translated.append(MIDIClipEvent(tick: length, ump: ump))
      }
    }
    return translated
  }
}
