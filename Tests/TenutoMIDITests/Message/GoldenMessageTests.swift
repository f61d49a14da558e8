import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Words written out by hand from the tables of M2-104-UM.
@Suite struct GoldenMessageTests {
  @Test(
    arguments: [
      (.utility(.noOperation), UMP(0)),
      (.utility(.jitterReductionClock(0x1234)), UMP(0x0010_1234)),
      (.utility(.jitterReductionTimestamp(0xFFFF)), UMP(0x0020_FFFF)),
      (.utility(.deltaClockstampTicksPerQuarterNote(480)), UMP(0x0030_01E0)),
      (.utility(.deltaClockstamp(.max)), UMP(0x004F_FFFF)),
      (.system(group: 3, .timeCodeQuarterFrame(0x35)), UMP(0x13F1_3500)),
      (.system(group: 3, .songPosition(0x81)), UMP(0x13F2_0101)),
      (.system(group: 3, .songSelect(7)), UMP(0x13F3_0700)),
      (.system(group: 3, .tuneRequest), UMP(0x13F6_0000)),
      (.system(group: 3, .timingClock), UMP(0x13F8_0000)),
      (.system(group: 3, .start), UMP(0x13FA_0000)),
      (.system(group: 3, .continue), UMP(0x13FB_0000)),
      (.system(group: 3, .stop), UMP(0x13FC_0000)),
      (.system(group: 3, .activeSensing), UMP(0x13FE_0000)),
      (.system(group: 15, .reset), UMP(0x1FFF_0000)),
    ] as [(UMPMessage, UMP)])
  func utilityAndSystem(message: UMPMessage, ump: UMP) {
    check(message, ump)
  }

  @Test(
    arguments: [
      (.noteOff(note: 60, velocity: 64), 0x2581_3C40),
      (.noteOn(note: 60, velocity: 127), 0x2591_3C7F),
      (.polyPressure(note: 60, value: 1), 0x25A1_3C01),
      (.controlChange(controller: 74, value: 2), 0x25B1_4A02),
      (.programChange(9), 0x25C1_0900),
      (.channelPressure(3), 0x25D1_0300),
      (.pitchBend(.mid), 0x25E1_0040),
      (.pitchBend(0x3F81), 0x25E1_017F),
    ] as [(MIDI1VoiceMessage, UInt32)])
  func midi1Voice(message: MIDI1VoiceMessage, word: UInt32) {
    check(.midi1Voice(group: 5, channel: 1, message), UMP(word))
  }

  @Test(
    arguments: [
      (.registeredPerNoteController(note: 60, index: 200, value: 7), UMP(0x4501_3CC8, 7)),
      (.assignablePerNoteController(note: 60, index: 200, value: 7), UMP(0x4511_3CC8, 7)),
      (.registeredController(bank: 1, index: 2, value: 7), UMP(0x4521_0102, 7)),
      (.assignableController(bank: 1, index: 2, value: 7), UMP(0x4531_0102, 7)),
      (.relativeRegisteredController(bank: 1, index: 2, change: -1), UMP(0x4541_0102, .max)),
      (.relativeAssignableController(bank: 1, index: 2, change: 5), UMP(0x4551_0102, 5)),
      (.perNotePitchBend(note: 60, value: 1 << 31), UMP(0x4561_3C00, 1 << 31)),
      (.noteOff(note: 60, velocity: 0x1234, attribute: .none), UMP(0x4581_3C00, 0x1234_0000)),
      (
        .noteOn(note: 60, velocity: 0x1234, attribute: .pitch7_9(0x7880)),
        UMP(0x4591_3C03, 0x1234_7880)
      ),
      (
        .noteOn(note: 0, velocity: 0, attribute: .manufacturerSpecific(1)),
        UMP(0x4591_0001, 0x0000_0001)
      ),
      (.polyPressure(note: 60, value: 7), UMP(0x45A1_3C00, 7)),
      (.controlChange(controller: 74, value: 7), UMP(0x45B1_4A00, 7)),
      (.programChange(program: 9, bank: nil), UMP(0x45C1_0000, 0x0900_0000)),
      (.programChange(program: 9, bank: 0x82), UMP(0x45C1_0001, 0x0900_0102)),
      (.channelPressure(7), UMP(0x45D1_0000, 7)),
      (.pitchBend(1 << 31), UMP(0x45E1_0000, 1 << 31)),
      (.perNoteManagement(note: 60, [.reset, .detach]), UMP(0x45F1_3C03)),
      (.perNoteManagement(note: 60, .detach), UMP(0x45F1_3C02)),
    ] as [(MIDI2VoiceMessage, UMP)])
  func midi2Voice(message: MIDI2VoiceMessage, ump: UMP) {
    check(.midi2Voice(group: 5, channel: 1, message), ump)
  }

  @Test func systemExclusive() throws {
    let three = try #require(PacketBytes([0x7E, 0x7F, 0x06]))
    let six = try #require(PacketBytes([1, 2, 3, 4, 5, 6]))
    let thirteen = try #require(PacketBytes(1...13))
    let whole = try #require(SysEx7Packet(form: .complete, bytes: three))
    check(.sysEx7(group: 2, whole), UMP(0x3203_7E7F, 0x0600_0000))
    let start = try #require(SysEx7Packet(form: .start, bytes: six))
    check(.sysEx7(group: 2, start), UMP(0x3216_0102, 0x0304_0506))
    let end = try #require(SysEx7Packet(form: .end, bytes: PacketBytes()))
    check(.sysEx7(group: 2, end), UMP(0x3230_0000))
    let eight = try #require(SysEx8Packet(form: .continue, streamID: 0xAB, bytes: thirteen))
    check(.sysEx8(group: 2, eight), UMP(0x522E_AB01, 0x0203_0405, 0x0607_0809, 0x0A0B_0C0D))
    let empty = try #require(SysEx8Packet(form: .complete, streamID: 1, bytes: PacketBytes()))
    check(.sysEx8(group: 2, empty), UMP(0x5201_0100))
  }

  @Test func mixedDataSets() throws {
    let header = MixedDataSetHeader(
      id: 4, validByteCount: 0x102, chunkCount: 0x304, chunkNumber: 0x506, manufacturerID: 0x708,
      deviceID: 0x90A, subID1: 0xB0C, subID2: 0xD0E)
    check(
      .mixedDataSetHeader(group: 2, header),
      UMP(0x5284_0102, 0x0304_0506, 0x0708_090A, 0x0B0C_0D0E))
    let payload = MixedDataSetPayload(id: 4, bytes: try #require(PacketBytes(1...14)))
    check(
      .mixedDataSetPayload(group: 2, payload),
      UMP(0x5294_0102, 0x0304_0506, 0x0708_090A, 0x0B0C_0D0E))
  }

  private func check(_ message: UMPMessage, _ ump: UMP) {
    #expect(message.ump == ump)
    #expect(UMPMessage(ump) == message)
  }
}
