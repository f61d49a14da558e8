import TenutoMIDIMessages
@testable internal import TenutoMIDI

/// Makes events of every kind, deterministically by seed.
struct RandomEvents {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func u4() -> UInt4 { UInt4(truncatingIfNeeded: generator.next()) }
  private mutating func u7() -> UInt7 { UInt7(truncatingIfNeeded: generator.next()) }
  private mutating func u8() -> UInt8 { generator.byte() }
  private mutating func u16() -> UInt16 { UInt16(truncatingIfNeeded: generator.next()) }
  private mutating func u32() -> UInt32 { UInt32(truncatingIfNeeded: generator.next()) }
  private mutating func pair() -> UInt7Pair { UInt7Pair(msb: u7(), lsb: u7()) }

  private mutating func bytes(_ mask: UInt8, max count: Int) -> [UInt8] {
    (0..<Int.random(in: 0...count, using: &generator)).map { _ in u8() & mask }
  }

  /// Returns a channel voice message that only MIDI 2.0 has, or with its resolution.
  mutating func midi2Voice() -> MIDIEvent {
    let note = MIDINote(u7())
    switch generator.next() % 12 {
    case 0:
      return .noteOn(
        note, velocity: .midi2(u16()), attribute: .init(type: u8() % 5, data: u16()), channel: u4(),
        group: u4())
    case 1:
      return .noteOff(
        note, velocity: .midi2(u16()), attribute: .init(type: u8() % 5, data: u16()), channel: u4(),
        group: u4())
    case 2: return .notePressure(note: note, amount: .midi2(u32()), channel: u4(), group: u4())
    case 3: return .cc(u7(), value: .midi2(u32()), channel: u4(), group: u4())
    case 4: return .programChange(program: u7(), channel: u4(), group: u4())
    case 5:
      return .programChange(
        program: u7(), bank: .bankSelect(msb: u7(), lsb: u7()), channel: u4(), group: u4())
    case 6: return .pressure(amount: .midi2(u32()), channel: u4(), group: u4())
    case 7: return .pitchBend(value: .midi2(u32()), channel: u4(), group: u4())
    case 8: return .rpn(.init(number: pair(), value: u32(), channel: u4(), group: u4()))
    case 9:
      return .nrpn(
        .init(number: pair(), value: u32(), change: .relative, channel: u4(), group: u4()))
    case 10: return .notePitchBend(note: note, value: .midi2(u32()), channel: u4(), group: u4())
    default: return perNote(note)
    }
  }

  private mutating func perNote(_ note: MIDINote) -> MIDIEvent {
    switch generator.next() % 3 {
    case 0:
      return .noteCC(
        note: note, controller: .registered(.init(number: u8())), value: .midi2(u32()),
        channel: u4(), group: u4())
    case 1:
      return .noteCC(
        note: note, controller: .assignable(u8()), value: .midi2(u32()), channel: u4(),
        group: u4())
    default: return .noteManagement(note: note, flags: Set(byte: u8()), channel: u4(), group: u4())
    }
  }

  /// Returns a channel voice message in MIDI 1.0's resolution.
  mutating func midi1Voice() -> MIDIEvent {
    switch generator.next() % 7 {
    case 0: return .noteOn(u7(), velocity: .midi1(u7()), channel: u4(), group: u4())
    case 1: return .noteOff(u7(), velocity: .midi1(u7()), channel: u4(), group: u4())
    case 2: return .notePressure(note: u7(), amount: .midi1(u7()), channel: u4(), group: u4())
    case 3: return .cc(u7(), value: .midi1(u7()), channel: u4(), group: u4())
    case 4: return .programChange(program: u7(), channel: u4(), group: u4())
    case 5: return .pressure(amount: .midi1(u7()), channel: u4(), group: u4())
    default:
      let wheel = UInt14(truncatingIfNeeded: u16())
      return .pitchBend(value: .midi1(wheel), channel: u4(), group: u4())
    }
  }

  /// Returns a system or utility message.
  mutating func system() -> MIDIEvent {
    switch generator.next() % 13 {
    case 0: return .timecodeQuarterFrame(dataByte: u7(), group: u4())
    case 1: return .songPositionPointer(midiBeat: .init(truncatingIfNeeded: u16()), group: u4())
    case 2: return .songSelect(number: u7(), group: u4())
    case 3: return .tuneRequest(group: u4())
    case 4: return .timingClock(group: u4())
    case 5: return .start(group: u4())
    case 6: return .continue(group: u4())
    case 7: return .stop(group: u4())
    case 8: return .activeSensing(group: u4())
    case 9: return .systemReset(group: u4())
    case 10: return .noOp()
    case 11: return .jrClock(time: u16())
    default: return .jrTimestamp(time: u16())
    }
  }

  /// Returns a system exclusive message of up to 300 bytes.
  mutating func sysEx() throws -> MIDIEvent {
    let manufacturer: MIDIEvent.SysExManufacturer =
      generator.next() % 2 == 0 ? .oneByte(0x42) : .threeByte(byte2: u7(), byte3: u7())
    switch generator.next() % 4 {
    case 0:
      return try .sysEx7(manufacturer: manufacturer, data: bytes(0x7F, max: 300), group: u4())
    case 1:
      return try .universalSysEx7(
        universalType: .realTime, deviceID: u7(), subID1: u7(), subID2: u7(),
        data: bytes(0x7F, max: 300), group: u4())
    case 2:
      return .sysEx8(
        .init(
          manufacturer: manufacturer, data: bytes(0xFF, max: 300), streamID: u8(), group: u4()))
    default:
      return .universalSysEx8(
        universalType: .nonRealTime, deviceID: u7(), subID1: u7(), subID2: u7(),
        data: bytes(0xFF, max: 300), group: u4())
    }
  }

  /// Returns any four words.
  mutating func packet() -> UMP {
    let ump = generator.ump()
    return switch ump.wordCount {
    case 1: UMP(ump.word0)
    case 2: UMP(ump.word0, ump.word1)
    case 3: UMP(ump.word0, ump.word1, ump.word2)
    default: ump
    }
  }
}
