import TenutoMIDI

/// A random file with events that every program supports.
func randomPeerFile(_ random: inout SeededGenerator) -> StandardMIDIFile {
  let format: StandardMIDIFile.Format = random.byte() & 1 == 0 ? .singleTrack : .simultaneous
  let count = format == .singleTrack ? 1 : Int.random(in: 1...4, using: &random)
  return StandardMIDIFile(
    format: format, division: .ticksPerQuarter(UInt16.random(in: 1...0x7FFF, using: &random)),
    tracks: (0..<count).map { _ in randomTrack(&random) })
}

private func randomTrack(_ random: inout SeededGenerator) -> [TrackEvent] {
  var tick: UInt32 = 0
  var events: [TrackEvent] = []
  for _ in 0..<Int.random(in: 0...40, using: &random) {
    tick += UInt32.random(in: 0...1 << UInt32.random(in: 0...20, using: &random), using: &random)
    events.append(TrackEvent(tick: tick, message: randomMessage(&random)))
  }
  return events + [endOfTrack(tick + 3)]
}

private func randomMessage(_ random: inout SeededGenerator) -> TrackEvent.Message {
  let status = UInt8.random(in: 0x80...0xEF, using: &random)
  let data = (0..<Int.random(in: 1...200, using: &random)).map { _ in random.byte() & 0x7F }
  let kinds: [UInt8] = [1, 2, 3, 5, 6]
  switch Int.random(in: 0...9, using: &random) {
  case 0: return tempoEvent(0, UInt32.random(in: 1...0xFF_FFFF, using: &random)).message
  case 1: return .meta(type: 0x58, data: [7, 3, 36, 8])
  case 2:
    let sharps = Int8.random(in: -7...7, using: &random)
    return .meta(type: 0x59, data: [UInt8(bitPattern: sharps), random.byte() & 1])
  case 3: return .meta(type: kinds[Int(random.byte() % 5)], data: data.map { 0x20 + $0 % 0x5F })
  case 4: return .meta(type: 0x7F, data: data)
  case 5: return .sysEx(data + [0xF7])
  default: return channelEvent(0, status, random.byte() & 0x7F, random.byte() & 0x7F).message
  }
}

/// A random file that midish keeps unchanged: notes that do not overlap, changing programs,
/// released pedals, centred wheels, and tempos of whole microseconds per tick.
func randomMidishFile(_ random: inout SeededGenerator) -> StandardMIDIFile {
  var conductor: [TrackEvent] = []
  var tick: UInt32 = 0
  for _ in 0..<5 {
    conductor.append(tempoEvent(tick, 480 * UInt32.random(in: 400...1800, using: &random)))
    tick += 480 * 4
  }
  let tracks = (0..<Int.random(in: 1...3, using: &random)).map { channel in
    midishTrack(UInt8(channel), &random)
  }
  return StandardMIDIFile(
    format: .simultaneous, division: .ticksPerQuarter(480),
    tracks: [conductor + [endOfTrack(tick)]] + tracks)
}

private func midishTrack(_ channel: UInt8, _ random: inout SeededGenerator) -> [TrackEvent] {
  var tick: UInt32 = 0
  var events: [TrackEvent] = []
  for _ in 0..<30 {
    tick += UInt32.random(in: 1...500, using: &random)
    let end = tick + UInt32.random(in: 1...500, using: &random)
    let value = UInt8.random(in: 1...126, using: &random)
    switch random.byte() % 8 {
    case 0: events.append(channelEvent(tick, 0xC0 | channel, UInt8(events.count)))
    case 1:
      events.append(channelEvent(tick, 0xE0 | channel, value, value))
      events.append(channelEvent(end, 0xE0 | channel, 0, 64))
    case 2:
      events.append(channelEvent(tick, 0xB0 | channel, 64, 127))
      events.append(channelEvent(end, 0xB0 | channel, 64, 0))
    default:
      events.append(channelEvent(tick, 0x90 | channel, value, 127 - value))
      events.append(channelEvent(end, 0x80 | channel, value, 64))
    }
    tick = end
  }
  return events + [endOfTrack(tick)]
}
