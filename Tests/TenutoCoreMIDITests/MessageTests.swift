import Synchronization
import TenutoCoreMIDI
import Testing

/// Splits words with Core MIDI's visitor.
private func messages(_ words: [UInt32]) -> [MIDIUniversalMessage] {
  final class Box { var messages: [MIDIUniversalMessage] = [] }
  let box = Box()
  let builder = MIDIEventList.Builder(inProtocol: ._2_0, wordSize: words.count + 16)
  _ = unsafe builder.append(timestamp: 11, words: words)
  unsafe builder.withUnsafePointer { list in
    unsafe MIDIEventListForEachEvent(
      list,
      { context, time, message in
        guard let context = unsafe context, time == 11 else { return }
        unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().messages.append(message)
      }, Unmanaged.passUnretained(box).toOpaque())
  }
  return box.messages
}

@Suite struct MessageTests {
  @Test func constructorsMakeTheWordsOfTheStandard() {
    #expect(MIDI1UPNoteOn(1, 2, 60, 100) == 0x2192_3C64)
    #expect(MIDI1UPNoteOff(0, 15, 60, 0) == 0x208F_3C00)
    #expect(MIDI1UPControlChange(0, 0, 7, 127) == 0x20B0_077F)
    #expect(MIDI1UPPitchBend(0, 0, 0, 64) == 0x20E0_0040)
    #expect(MIDI1UPSystemCommon(3, 0xF2, 1, 2) == 0x13F2_0102)
    let sysEx = MIDI1UPSysEx(0, 0, 6, 1, 2, 3, 4, 5, 6)
    #expect(sysEx.word0 == 0x3006_0102 && sysEx.word1 == 0x0304_0506)
    let noteOn = MIDI2NoteOn(1, 2, 60, 3, 0x7800, 0xC000)
    #expect(noteOn.word0 == 0x4192_3C03 && noteOn.word1 == 0xC000_7800)
    let program = MIDI2ProgramChange(0, 0, true, 5, 1, 2)
    #expect(program.word0 == 0x40C0_0001 && program.word1 == 0x0500_0102)
    #expect(MIDI2PerNoteManagment(0, 1, 60, true, false).word0 == 0x40F1_3C02)
    #expect(MIDI2RegisteredPNC(0, 0, 60, 3, 9).word0 == 0x4000_3C03)
    #expect(MIDI2RelAssignableControl(0, 0, 1, 2, 9).word0 == 0x4050_0102)
    #expect(MIDI2PerNotePitchBend(0, 0, 60, 1).word0 == 0x4060_3C00)
    #expect(MIDIMessageTypeForUPWord(0x4000_0000) == .channelVoice2)
    #expect(MIDIMessageTypeForUPWord(0x6000_0000) == .invalid)
  }

  @Test func sysExArrayTakesUpToSixBytes() {
    let bytes: [UInt8] = [1, 2, 3]
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let message = unsafe MIDI1UPSysExArray(2, 3, start, start + 3)
      #expect(message.word0 == 0x3233_0102 && message.word1 == 0x0300_0000)
    }
  }

  @Test func visitorTakesMIDI1Apart() throws {
    let all = messages([0x2193_3C64, 0x20E0_0140, 0x10F2_0302, 0x0020_1234, 0x10F8_0000])
    #expect(all.map(\.type) == [.channelVoice1, .channelVoice1, .system, .utility, .system])
    #expect(all[0].group == 1)
    #expect(all[0].channelVoice1.status == .noteOn)
    #expect(all[0].channelVoice1.channel == 3)
    #expect(all[0].channelVoice1.note.number == 60)
    #expect(all[0].channelVoice1.note.velocity == 100)
    #expect(all[1].channelVoice1.pitchBend == 0x40 << 7 | 1)
    #expect(all[2].system.songPositionPointer == 2 << 7 | 3)
    #expect(all[3].utility.jitterReductionTimestamp == 0x1234)
    #expect(all[4].system.status == .statusTimingClock)
  }

  @Test func visitorTakesMIDI2Apart() {
    let all = messages([
      0x4292_3C03, 0xC000_7800, 0x40C1_0001, 0x0500_0102, 0x4021_0203, 7, 0x40F1_3C02, 0,
      0x40E0_0000, 0x8000_0000,
    ])
    #expect(all.count == 5)
    #expect(all[0].channelVoice2.note.attributeType == .pitch)
    #expect(all[0].channelVoice2.note.velocity == 0xC000)
    #expect(all[0].channelVoice2.note.attribute == 0x7800)
    #expect(all[1].channelVoice2.programChange.options == .bankValid)
    #expect(all[1].channelVoice2.programChange.program == 5)
    #expect(all[1].channelVoice2.programChange.bank == 1 << 7 | 2)
    #expect(all[2].channelVoice2.controller.bank == 2)
    #expect(all[2].channelVoice2.controller.index == 3)
    #expect(all[2].channelVoice2.controller.data == 7)
    #expect(all[3].channelVoice2.perNoteManagement.options == .detach)
    #expect(all[4].channelVoice2.pitchBend.data == 0x8000_0000)
  }

  @Test func visitorSplitsDataAndOmitsTruncatedMessages() {
    let all = messages([
      0x3016_0102, 0x0304_0506, 0x500E_0901, 0x0203_0405, 0x0607_0809, 0x0A0B_0C0D, 0xD010_0000, 1,
      2, 3, 0x4090_0000,
    ])
    #expect(all.map(\.type) == [.sysEx, .data128, .flexData])
    #expect(all[0].sysEx.status == .start)
    #expect(all[0].sysEx.data.0 == 1 && all[0].sysEx.data.5 == 6)
    #expect(all[1].data128.sysex8.byteCount == 14)
    #expect(all[1].data128.sysex8.streamID == 9)
    #expect(all[1].data128.sysex8.data.12 == 13)
    #expect(all[2].unknown.words.0 == 0xD010_0000 && all[2].unknown.words.3 == 3)
  }

  @Test func sysExBytesOfOneGroupAreFound() {
    let builder = MIDIEventPacket.Builder(maximumNumberMIDIWords: 64)
    builder.append(0x3016_0102, 0x0304_0506, 0x3102_0707, 0, 0x3031_0700, 0)
    var data: Unmanaged<CFData>?
    unsafe builder.withUnsafePointer { packet in
      #expect(unsafe MIDIEventPacketSysexBytesForGroup(packet, 0, &data) == noErr)
    }
    let bytes = data?.takeRetainedValue()
    #expect(bytes.map { Array($0) } == [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
  }
}

@Suite struct ValueTests {
  private final class Thing {}

  @Test func objectsPassThroughPointersAsWithSwiftsUnmanaged() {
    weak var left: Thing?
    do {
      let thing = Thing()
      left = thing
      let pointer = unsafe Unmanaged.passRetained(thing).toOpaque()
      let again = unsafe Unmanaged<Thing>.fromOpaque(pointer)
      #expect(again.takeUnretainedValue() === thing)
      #expect(again.takeRetainedValue() === thing)
    }
    #expect(left == nil)
  }

  @Test func dataKeepsItsBytes() {
    let data = unsafe CFDataCreate(nil, [1, 2, 3], 3)
    #expect(data.map { CFDataGetLength($0) } == 3)
    #expect(data.flatMap { unsafe CFDataGetBytePtr($0)?[2] } == 3)
    #expect(CFDataCreate(nil, nil, 0)?.isEmpty == true)
    #expect(CFDataCreate(nil, nil, -1) == nil)
    #expect(CFData([1, 2]) == CFData([1, 2]))
  }

  @Test func hostTimeIsNanoseconds() {
    var info = mach_timebase_info_data_t()
    #expect(unsafe mach_timebase_info(&info) == 0)
    #expect(info.numer == 1 && info.denom == 1)
    let before = mach_absolute_time()
    let now = AudioGetCurrentHostTime()
    #expect(before <= now && now <= mach_absolute_time())
    #expect(AudioConvertHostTimeToNanos(AudioConvertNanosToHostTime(77)) == 77)
    #expect(AudioGetHostClockFrequency() == 1e9)
  }
}
