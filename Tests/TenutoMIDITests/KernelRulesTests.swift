import TenutoMIDI
import Testing

/// The rules by which the Linux kernel converts MIDI 1.0 bytes to MIDI 2.0 packets
/// (`sound/core/ump_convert.c`, with the flush of waiting data entry), as an independent
/// implementation.
private struct KernelRules {
  private struct Channel {
    var rpn: [UInt8: UInt8] = [:]
    var data: [UInt8: UInt8] = [:]
    var bank: [UInt8: UInt8] = [:]
    var isRegistered = false
    var isAssignable = false
    var hasBank = false
  }

  private var channels = Array(repeating: Channel(), count: 16)
  private var message: [UInt8] = []
  private var sysEx: [UInt8]?
  private var hasSentStart = false

  /// The byte count of a message including its status; 0 for those that the kernel skips, Stop
  /// among them.
  private static func byteCount(_ status: UInt8) -> Int {
    switch status {
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0xF6, 0xF8...0xFB, 0xFE, 0xFF: 1
    default: 0
    }
  }

  mutating func translate(_ byte: UInt8) -> [UMP] {
    if byte == 0xF0 {
      sysEx = []
      hasSentStart = false
      message = []
      return []
    }
    if byte == 0xF7 { return sysEx == nil ? [] : [packet(isLast: true)] }
    if byte >= 0x80 { return start(byte) }
    if sysEx != nil {
      sysEx?.append(byte)
      return sysEx?.count == 6 ? [packet(isLast: false)] : []
    }
    guard let status = message.first else { return [] }
    message.append(byte)
    guard message.count == Self.byteCount(status) else { return [] }
    defer { message = [status] }
    if status < 0xF0 { return voice(message).map { [$0] } ?? [] }
    let second = message.count > 2 ? message[2] : 0
    return [UMP(messageType: 1, group: 0, status: status, data1: message[1], data2: second)]
  }

  private mutating func start(_ status: UInt8) -> [UMP] {
    switch Self.byteCount(status) {
    case 0: return []
    case 1: return [UMP(messageType: 1, group: 0, status: status, data1: 0, data2: 0)]
    default:
      message = [status]
      sysEx = nil
      return []
    }
  }

  private mutating func packet(isLast: Bool) -> UMP {
    let bytes = sysEx ?? []
    let form: UInt32 = hasSentStart ? (isLast ? 3 : 2) : (isLast ? 0 : 1)
    let padded = bytes + Array(repeating: 0, count: 6 - bytes.count)
    let data = padded.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    hasSentStart = true
    sysEx = isLast ? nil : []
    let head = 0x3000_0000 | form << 20 | UInt32(bytes.count) << 16
    return UMP(head | UInt32(data >> 32), UInt32(truncatingIfNeeded: data))
  }

  private mutating func voice(_ bytes: [UInt8]) -> UMP? {
    let channel = bytes[0] & 0xF
    let second = bytes.count > 2 ? bytes[2] : 0
    switch bytes[0] >> 4 {
    case 0xB: return controller(bytes[1], second, channel)
    case 0xC: return program(bytes[1], channel)
    case 0x9 where second == 0:
      return VoiceEvent.noteOff(channel: channel, note: bytes[1], velocity: 0).ump
    default:
      let packet = UMP(
        messageType: 2, group: 0, status: bytes[0], data1: bytes[1], data2: second)
      return VoiceEvent(packet).ump
    }
  }

  private mutating func program(_ program: UInt8, _ index: UInt8) -> UMP {
    defer { channels[Int(index)].hasBank = false }
    let channel = channels[Int(index)]
    let bank = BankSelect(msb: channel.bank[0, default: 0], lsb: channel.bank[32, default: 0])
    return VoiceEvent.programChange(
      channel: index, program: program, bank: channel.hasBank ? bank : .unchanged
    ).ump
  }

  private mutating func controller(_ number: UInt8, _ value: UInt8, _ index: UInt8) -> UMP? {
    let place = Int(index)
    switch number {
    case 0, 32:
      channels[place].bank[number] = value
      channels[place].hasBank = true
      return nil
    case 6, 38:
      channels[place].data[number] = value
      return channels[place].data.count == 2 ? take(index) : nil
    case 98, 99, 100, 101:
      let waiting = channels[place].data.isEmpty ? nil : take(index)
      channels[place].rpn[number] = value
      if number >= 100 { channels[place].isRegistered = true }
      if number < 100 { channels[place].isAssignable = true }
      let isNull = channels[place].rpn[100] == 127 && channels[place].rpn[101] == 127
      if number >= 100, isNull { reset(place) }
      return waiting
    default:
      let scaled = MIDIScaling.up7To32(value)
      return VoiceEvent.controlChange(channel: index, controller: number, value: scaled).ump
    }
  }

  /// Makes the controller of a value, and clears the selection.
  private mutating func take(_ index: UInt8) -> UMP? {
    let channel = channels[Int(index)]
    guard channel.isRegistered || channel.isAssignable else { return nil }
    defer { reset(Int(index)) }
    let data = UInt16(channel.data[6, default: 0]) << 7 | UInt16(channel.data[38, default: 0])
    let value = MIDIScaling.up14To32(data)
    let (high, low): (UInt8, UInt8) = channel.isRegistered ? (101, 100) : (99, 98)
    let bank = channel.rpn[high, default: 0]
    let number = channel.rpn[low, default: 0]
    return channel.isRegistered
      ? VoiceEvent.registeredController(channel: index, bank: bank, index: number, value: value).ump
      : VoiceEvent.assignableController(channel: index, bank: bank, index: number, value: value).ump
  }

  private mutating func reset(_ place: Int) {
    channels[place].rpn[100] = nil
    channels[place].rpn[101] = nil
    channels[place].data = [:]
    channels[place].isRegistered = false
    channels[place].isAssignable = false
  }
}

private func kernel(_ stream: [UInt8]) -> [UMP] {
  var rules = KernelRules()
  return stream.flatMap { rules.translate($0) }
}

private func ours(_ stream: [UInt8]) -> [UMP] {
  var translator = MIDI1StreamTranslator()
  return stream.flatMap { translator.translate($0).array }
}

private let select: [UInt8] = [0xB0, 101, 0, 100, 0]

@Suite struct KernelRulesTests {
  /// Streams without known differences: see the table below.
  @Test func commonStreamsAreTheSamePackets() {
    var random = SeededGenerator(seed: 27)
    for _ in 0..<randomCaseCount(release: 20_000) {
      let stream = (0..<40).flatMap { _ in message(&random) }
      #expect(ours(stream) == kernel(stream), "\(stream)")
    }
  }

  private func message(_ random: inout SeededGenerator) -> [UInt8] {
    let channel = random.byte() & 3
    let (first, second) = (random.byte() & 0x7F, random.byte() & 0x7F)
    let selectors: [UInt8] = random.byte() & 1 == 0 ? [101, 100] : [99, 98]
    // Neither the null parameter nor the MPE Configuration Message.
    let selection = [0xB0 | channel, selectors[0], first & 0x3F | 1, selectors[1], second]
    let value: [UInt8] = [6, random.byte() & 0x7F, 38, random.byte() & 0x7F]
    switch random.byte() % 13 {
    case 0: return [0x90 | channel, first, max(1, second)]
    case 1: return [0x80 | channel, first, second]
    case 2: return [0xA0 | channel, first, second]
    case 3: return [0xB0 | channel, 64 + first % 32, second]
    case 4: return [0xC0 | channel, first]
    case 5: return [0xD0 | channel, first]
    case 6: return [0xE0 | channel, first, second]
    case 7: return [0xB0 | channel, 0, first, 32, second]
    case 8: return [0xB0 | channel, random.byte() & 1 == 0 ? 0 : 32, first]
    case 9: return selection + value
    case 10: return selection + value[2...] + value[..<2]
    case 11: return [0xF0] + random.bytes(count: 1 + 6 * Int(first % 3)).map { $0 & 0x7F } + [0xF7]
    default:
      return [[0xF1, first, 0xF2, first, second], [0xF3, first], [0xF8], [0xFE]][
        Int(random.byte() & 3)] + [0x90 | channel, first, 1]
    }
  }

  /// Intended differences: the result of each implementation for a stream.
  @Test(
    arguments: [
      // A note on of velocity 0 has no release velocity: 0x8000 represents that.
      ([0x90, 60, 0], [UMP(0x4080_3C00)], [UMP(0x4080_3C00, 0x8000_0000)]),
      // An empty End packet, which has confused receivers.
      (
        [0xF0, 1, 2, 3, 4, 5, 6, 0xF7], [UMP(0x3016_0102, 0x0304_0506), UMP(0x3030_0000)],
        [UMP(0x3006_0102, 0x0304_0506)]
      ),
      // Stop, which the kernel skips, and the undefined F9, which it sends.
      ([0xFC, 0xF9], [UMP(0x10F9_0000)], [UMP(0x10FC_0000)]),
      // System common statuses cancel running status, and have none.
      (
        [0x90, 60, 1, 0xF6, 61, 1],
        [UMP(0x4090_3C00, 0x0200_0000), UMP(0x10F6_0000), UMP(0x4090_3D00, 0x0200_0000)],
        [UMP(0x4090_3C00, 0x0200_0000), UMP(0x10F6_0000)]
      ),
      ([0xF3, 1, 2], [UMP(0x10F3_0100), UMP(0x10F3_0200)], [UMP(0x10F3_0100)]),
      ([0xF0, 1, 0xF6, 0xF7], [UMP(0x10F6_0000), UMP(0x3001_0100)], [UMP(0x10F6_0000)]),
      // A parameter stays selected.
      (
        select + [6, 2, 38, 0, 38, 5], [UMP(0x4020_0000, 2 << 25)],
        [UMP(0x4020_0000, 2 << 25), UMP(0x4020_0000, 2 << 25 | 5 << 18)]
      ),
      // Half a number selects nothing, and data entry before a selection does not belong to it.
      ([0xB0, 101, 0, 6, 2, 38, 0], [UMP(0x4020_0000, 2 << 25)], []),
      ([0xB0, 6, 2, 101, 0, 100, 0, 38, 5], [UMP(0x4020_0000, 2 << 25)], []),
      // Messages that depend on a parameter do not overtake it.
      (
        select + [6, 2, 0x90, 60, 1], [UMP(0x4090_3C00, 0x0200_0000)],
        [UMP(0x4020_0000, 2 << 25), UMP(0x4090_3C00, 0x0200_0000)]
      ),
      (
        select + [6, 2, 96, 0], [UMP(0x40B0_6000)], [UMP(0x4020_0000, 2 << 25), UMP(0x40B0_6000)]
      ),
      ([0xB0, 101, 0, 100, 6, 6, 4], [], [UMP(0x4020_0006, 4 << 25)]),
    ] as [([UInt8], [UMP], [UMP])])
  func intendedDifferences(stream: [UInt8], theirs: [UMP], own: [UMP]) {
    #expect(kernel(stream) == theirs)
    #expect(ours(stream) == own)
  }
}
