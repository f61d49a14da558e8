import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Bytes of group 0 through the whole stream translator.
private func up(_ stream: [UInt8]) -> [UMP] {
  var translator = MIDI1StreamTranslator()
  return stream.flatMap { translator.translate($0).array }
}

/// The same, in one buffer.
private func inBuffer(_ stream: [UInt8]) -> [UMP] {
  var translator = MIDI1StreamTranslator()
  return [UMP](capacity: stream.count + 2) { _ = translator.translate(stream.span, into: &$0) }
}

/// A packet of MIDI 2.0 as bytes.
private func down(_ event: VoiceEvent) -> [UInt8] {
  var translator = ProtocolTranslator(to: .midi1)
  var writer = MIDI1Writer()
  return translator.translate(event.ump).array.flatMap { writer.write($0).array }
}

private let selection: [UInt8] = [0xB0, 101, 0, 100, 0]
private let range = UMP(0x4020_0000, MIDIScaling.up14To32(2 << 7))

/// The rows of the article "Where implementations differ", one test each.
@Suite struct TranslationChoicesTests {
  @Test func parameterWithMSBAloneWaitsForSelectionNullOrTime() {
    #expect(up(selection + [6, 2]) == [])
    #expect(up(selection + [6, 2, 38, 0]) == [range])
    #expect(up(selection + [6, 2, 101, 0]) == [range])
    #expect(up(selection + [6, 2, 101, 127, 100, 127]) == [range])
    #expect(up(selection + [6, 2, 99, 0]) == [range])
    var translator = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 50)
    for ump in parseAll(selection + [6, 2]) { _ = translator.translate(ump, at: 10) }
    #expect(translator.flush(at: 59) == nil && translator.flush(at: 60) == range)
  }

  @Test func noteOnOfVelocityZeroIsANoteOffOfDefaultVelocity() {
    #expect(up([0x90, 60, 0]) == [UMP(0x4080_3C00, 0x8000_0000)])
  }

  @Test func noteOnThatScalesToZeroStaysANoteOn() {
    for velocity in UInt16(0)...511 {
      #expect(down(.noteOn(channel: 0, note: 60, velocity: velocity)) == [0x90, 60, 1])
    }
  }

  /// Compared with the algorithm in M2-115.
  @Test func valuesScaleByMinCenterMaxAndDownByShifting() {
    for value in UInt32(0)..<128 {
      #expect(UInt32(MIDIScaling.up7To16(UInt8(value))) == reference(value, 7, 16))
      #expect(MIDIScaling.up7To32(UInt8(value)) == reference(value, 7, 32))
      #expect(up([0xB0, 7, UInt8(value)]) == [UMP(0x40B0_0700, reference(value, 7, 32))])
    }
    for value in UInt32(0)..<16_384 {
      let scaled = reference(value, 14, 32)
      let bytes: [UInt8] = [0xE0, UInt8(value & 0x7F), UInt8(value >> 7)]
      #expect(up(bytes) == [UMP(0x40E0_0000, scaled)])
      #expect(down(.pitchBend(channel: 0, value: scaled)) == bytes)
    }
  }

  @Test func undefinedStatusesAndTheirDataAreDroppedAndTheRestKept() {
    let note = UMP(0x4090_3C00, 0x8000_0000)
    #expect(up([0x90, 0xF9, 60, 0xFD, 64]) == [note])
    #expect(up([0xF4, 1, 2, 0x90, 60, 64]) == [note])
    #expect(up([0xF5, 1, 0x90, 60, 64]) == [note])
    #expect(up([0xF0, 1, 0xF9, 2, 0xF7]) == [UMP(0x3002_0102)])
  }

  @Test func unterminatedSysExIsDroppedAndItsStatusTaken() {
    #expect(up([0xF0, 1, 2, 0x90, 60, 64]) == [UMP(0x4090_3C00, 0x8000_0000)])
    #expect(up([0xF0, 1, 2, 0xF0, 3, 0xF7]) == [UMP(0x3001_0300)])
  }

  @Test func realtimeInsideSysExComesFirstAndSysExContinues() {
    #expect(up([0xF0, 1, 0xF8, 2, 0xF7]) == [UMP(0x10F8_0000), UMP(0x3002_0102)])
  }

  @Test func programChangeWithBankIsThreeMessagesTogether() {
    let bank = BankSelect(msb: 3, lsb: 4)
    let event = VoiceEvent.programChange(channel: 0, program: 5, bank: bank)
    #expect(down(event) == [0xB0, 0, 3, 0xB0, 32, 4, 0xC0, 5])
    var translator = ProtocolTranslator(to: .midi1)
    #expect(translator.translate(event.ump).count == 3)
  }

  @Test func bankSelectsJoinTheNextProgramChange() {
    #expect(up([0xB0, 0, 3, 32, 4]) == [])
    #expect(up([0xB0, 0, 3, 32, 4, 0xC0, 5]) == [UMP(0x40C0_0001, 0x0500_0304)])
  }

  @Test func aProgramChangeWithoutABankHasNoBankBytes() {
    let packets = up([0xB0, 0, 1, 0xC0, 5, 0xC0, 6])
    #expect(packets == [UMP(0x40C0_0001, 0x0500_0100), UMP(0x40C0_0000, 0x0600_0000)])
    #expect(
      packets.map { UMPMessage($0) } == [
        .midi2Voice(group: 0, channel: 0, .programChange(program: 5, bank: 128)),
        .midi2Voice(group: 0, channel: 0, .programChange(program: 6, bank: nil)),
      ])
    // Half of a bank is selected again, and the other half is unchanged.
    #expect(
      up([0xB0, 0, 1, 32, 2, 0xC0, 5, 0xB0, 32, 3, 0xC0, 6]).last == UMP(0x40C0_0001, 0x0600_0103))
    var bank = BankSelect(msb: 1, lsb: 2)
    bank.isValid = false
    let event = VoiceEvent.programChange(channel: 0, program: 6, bank: bank)
    #expect(event.ump == UMP(0x40C0_0000, 0x0600_0000))
  }

  @Test func dataEntryWithoutASelectionIsDropped() {
    #expect(up([0xB0, 6, 2, 38, 3]) == [])
    #expect(up([0xB0, 101, 127, 100, 127, 6, 2, 38, 3]) == [])
  }

  @Test func dataIncrementAndDecrementStayControlChanges() {
    let packets = up(selection + [96, 0, 97, 0])
    #expect(packets == [UMP(0x40B0_6000), UMP(0x40B0_6100)])
  }

  @Test(arguments: [96, 97] as [UInt8])
  func anIncrementDoesNotOvertakeItsParameter(controller: UInt8) {
    let change = UMP(0x40B0_0000 | UInt32(controller) << 8)
    #expect(up(selection + [6, 2, controller, 0]) == [range, change])
    #expect(up(selection + [38, 2, controller, 0]) == [UMP(0x4020_0000, 2 << 18), change])
    // Also in a whole buffer, in which most controllers take the fast path.
    let packets = inBuffer(selection + [6, 2, controller, 0, 7, 1, 7, 2])
    #expect(packets.prefix(2) == [range, change] && packets.count == 4)
  }

  @Test func theMPEConfigurationIsSentAtOnceAndHasNoLSB() {
    let configuration = UMP(0x4020_0006, MIDIScaling.up14To32(15 << 7))
    let bytes: [UInt8] = [0xB0, 101, 0, 100, 6, 6, 15]
    #expect(up(bytes) == [configuration])
    #expect(inBuffer(bytes) == [configuration])
    #expect(up(bytes + [38, 0]) == [configuration])
    #expect(up([0xB0, 101, 0, 100, 6, 38, 9, 6, 15]) == [configuration])
    // An NRPN of that number is an ordinary parameter.
    #expect(up([0xB0, 99, 0, 98, 6, 6, 15]) == [])
  }

  @Test func aDataEntryLSBMayComeFirst() {
    let fine = UMP(0x4020_0000, MIDIScaling.up14To32(2 << 7 | 5))
    #expect(up(selection + [38, 5]) == [])
    #expect(up(selection + [38, 5, 6, 2]) == [fine])
    // The next value has its halves in the same order.
    let next = UMP(0x4020_0000, MIDIScaling.up14To32(3 << 7 | 6))
    #expect(up(selection + [38, 5, 6, 2, 38, 6, 6, 3]) == [fine, next])
    // A new selection may have the other order.
    #expect(up(selection + [38, 5, 6, 2] + selection + [6, 3, 38, 6]) == [fine, next])
  }

  @Test func aDataEntryLSBAloneWaitsAsAnMSBDoes() {
    let fine = UMP(0x4020_0000, MIDIScaling.up14To32(5))
    #expect(up(selection + [38, 5, 101, 0]) == [fine])
    #expect(up(selection + [38, 5, 101, 127, 100, 127]) == [fine])
    #expect(up(selection + [38, 5, 38, 6]) == [fine])
    #expect(up(selection + [38, 5, 0x90, 60, 64]).first == fine)
    var translator = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 50)
    for ump in parseAll(selection + [38, 5]) { _ = translator.translate(ump, at: 10) }
    #expect(translator.nextDeadline == 60)
    #expect(translator.flush(at: 59) == nil && translator.flush(at: 60) == fine)
  }

  @Test(arguments: [
    UMP(0x2090_C040), UMP(0x2090_40C0), UMP(0x2080_C040), UMP(0x20A0_40C0), UMP(0x20B0_8740),
    UMP(0x20B0_0780), UMP(0x20C0_8000), UMP(0x20D0_FF00), UMP(0x20E0_0080), UMP(0x20E0_8000),
  ])
  func midi1PacketsWithDataAbove127AreDropped(ump: UMP) {
    var translator = ProtocolTranslator(to: .midi2)
    #expect(translator.translate(ump).array == [])
    #expect(MIDI1Bytes(ump).array == [])
    #expect(VoiceEvent(ump) == .other(ump))
    #expect(MIDIEvent(ump) == .other(ump))
  }

  @Test func aReservedByteOfAMIDI1PacketMayHaveAnyValue() {
    var translator = ProtocolTranslator(to: .midi2)
    #expect(translator.translate(UMP(0x20C0_05FF)).array == [UMP(0x40C0_0000, 0x0500_0000)])
    #expect(MIDI1Bytes(UMP(0x20D0_05FF)).array == [0xD0, 5])
  }

  @Test func systemPacketsWithDataAbove127HaveNoBytes() {
    for ump in [UMP(0x10F1_8000), UMP(0x10F2_8000), UMP(0x10F2_0080), UMP(0x10F3_8000)] {
      #expect(MIDI1Bytes(ump).array == [])
    }
    // An unused byte of the message does not count.
    #expect(MIDI1Bytes(UMP(0x10F3_04FF)).array == [0xF3, 4])
  }

  @Test func aSysExWithDataAbove127IsCut() {
    #expect(MIDI1Bytes(UMP(0x3002_0180)).array == [])
    #expect(MIDI1Bytes(UMP(0x3001_0180)).array == [0xF0, 1, 0xF7])
    var writer = MIDI1Writer()
    let packets = [
      UMP(0x3016_0102, 0x0304_0506), UMP(0x3026_0102, 0x8304_0506), UMP(0x3031_0700),
      UMP(0x2090_3C40),
    ]
    #expect(
      packets.flatMap { writer.write($0).array } == [0xF0, 1, 2, 3, 4, 5, 6, 0x90, 60, 64])
  }

  @Test func resetAllControllersUnselectsTheParameter() {
    #expect(up(selection + [121, 0, 6, 2, 38, 0]) == [UMP(0x40B0_7900)])
  }

  @Test(arguments: [
    UMP(0x4040_0102, 3), UMP(0x4050_0102, 3), UMP(0x4060_3C00, 3), UMP(0x4000_3C01, 3),
    UMP(0x4010_3C01, 3), UMP(0x40F0_3C03), UMP(0x4070_0000),
  ])
  func relativeAndPerNoteMessagesHaveNoFormInMIDI1(ump: UMP) {
    var translator = ProtocolTranslator(to: .midi1)
    #expect(translator.translate(ump).count == 0)
  }

  @Test(arguments: [0, 6, 32, 38, 98, 99, 100, 101] as [UInt8])
  func controllersThatMIDI2ForbidsAreDroppedDownwards(controller: UInt8) {
    #expect(down(.controlChange(channel: 0, controller: controller, value: .max)) == [])
  }

  @Test func utilityPassesWithoutAGroup() {
    var translator = ProtocolTranslator(to: .midi2)
    // A delta clockstamp has 20 bits, and the bits of other messages' group are kept.
    let stamp = UMP(0x004F_FFFF)
    #expect(translator.translate(stamp).array == [stamp])
    var moved = stamp
    moved.moveToGroup(9)
    #expect(moved == stamp && !stamp.hasGroup)
  }

  @Test func aRealtimePacketHasOneWord() {
    #expect(up([0xF8])[0].wordCount == 1)
  }
}

/// M2-115, "Min-Center-Max Upscaling", bit by bit.
private func reference(_ value: UInt32, _ source: UInt32, _ destination: UInt32) -> UInt32 {
  let shift = destination - source
  if value <= 1 << (source - 1) { return value << shift }
  var bits: [UInt32] = (0..<source).reversed().map { value >> $0 & 1 }
  let repeated = bits.dropFirst()
  while bits.count < destination { bits += repeated }
  return bits.prefix(Int(destination)).reduce(0) { $0 << 1 | $1 }
}
