import TenutoCore
import TenutoMIDI
import TenutoTransport
import Testing

@testable import TenutoRender

/// A filter as on the render thread, and its output.
@safe private final class FilterRig {
  private let state: UnsafeMutablePointer<MIDIFilterState>
  private var sink = EventList(capacity: 512)

  init(_ filter: MIDIFilter = MIDIFilter()) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: MIDIFilterState(filter))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  var soundingCount: Int { unsafe state.pointee.soundingCount }

  func change(_ filter: MIDIFilter) { unsafe state.pointee.rule = MIDIFilterRule(filter) }

  private func taken() -> [UMP] {
    defer { sink.removeAll() }
    return (0..<sink.count).compactMap {
      guard case .midi(let packet) = sink[$0].payload, sink[$0].frameOffset == 7 else { return nil }
      return packet
    }
  }

  func pass(_ packet: UMP) -> [UMP] {
    unsafe state.pointee.pass(packet, at: 7, into: sink.sink)
    return taken()
  }

  func release(limit: Int = 512) -> (packets: [UMP], isDone: Bool) {
    let isDone = unsafe state.pointee.release(limit: limit, at: 7, into: sink.sink)
    return (taken(), isDone)
  }
}

/// A MIDI 1.0 channel voice message.
private func one(
  _ opcode: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8 = 100, group: UInt8 = 0
) -> UMP {
  UMP(messageType: 2, group: group, status: opcode << 4 | channel, data1: data1, data2: data2)
}

/// A MIDI 2.0 channel voice message.
private func two(
  _ opcode: UInt8, _ channel: UInt8, _ data1: UInt8, _ value: UInt32 = 0x8000_0000,
  index: UInt8 = 0, group: UInt8 = 0
) -> UMP {
  UMP(
    messageType: 4, group: group, status: opcode << 4 | channel, data1: data1, data2: index,
    word1: value)
}

@Suite struct MIDIFilterTests {
  @Test("Through an open filter all packets pass as they are")
  func open() {
    let rig = FilterRig()
    let packets = [
      one(9, 3, 60), one(0xA, 3, 60), one(8, 3, 60, 0), one(9, 3, 60, 0), one(0xB, 15, 123),
      one(0xC, 0, 5), one(0xE, 2, 1, 2, group: 15), two(9, 3, 60, 7 << 16 | 9, index: 3),
      two(0, 3, 60, 5, index: 3), two(6, 3, 60, 5), two(0xF, 3, 60, 0, index: 3), two(8, 3, 60),
      two(2, 1, 5, 6), UMP(0x10F8_0000), UMP(0x3016_7E7F, 0x0601_0000), UMP(0xF000_0000, 1, 2, 3),
      UMP(0),
    ]
    for packet in packets { #expect(rig.pass(packet) == [packet]) }
    #expect(rig.soundingCount == 0)
  }

  @Test("Filtered channels are dropped; messages without a channel pass")
  func channels() {
    let rig = FilterRig(MIDIFilter(channels: 0b10))
    for opcode in [8, 9, 0xA, 0xB, 0xC, 0xD, 0xE] as [UInt8] {
      #expect(rig.pass(one(opcode, 0, 60)).isEmpty)
      #expect(rig.pass(two(opcode, 0, 60)).isEmpty)
      #expect(rig.pass(one(opcode, 1, 60)).count == 1)
      #expect(rig.pass(two(opcode, 1, 60)).count == 1)
    }
    #expect(rig.pass(UMP(0x10F8_0000)).count == 1)
  }

  @Test("Channel messages go to the output channel, in their group")
  func outputChannel() {
    let rig = FilterRig(MIDIFilter(outputChannel: 9))
    #expect(rig.pass(one(9, 3, 60, group: 5)) == [one(9, 9, 60, group: 5)])
    #expect(rig.pass(one(0xB, 3, 7, 99)) == [one(0xB, 9, 7, 99)])
    #expect(
      rig.pass(two(0xC, 3, 0, 0x0500_0102, index: 1)) == [two(0xC, 9, 0, 0x0500_0102, index: 1)])
    #expect(rig.pass(two(3, 15, 1, 5, index: 2)) == [two(3, 9, 1, 5, index: 2)])
  }

  @Test("A split passes each key on its side, and the later messages of its note")
  func keys() {
    let (low, high) = (FilterRig(MIDIFilter(keys: 0...59)), FilterRig(MIDIFilter(keys: 60...127)))
    for key in 0...127 as ClosedRange<UInt8> {
      for packet in [
        one(9, 0, key), two(0, 0, key), two(6, 0, key), one(0xA, 0, key), one(8, 0, key),
      ] {
        #expect(low.pass(packet).count == (key < 60 ? 1 : 0))
        #expect(high.pass(packet).count == (key < 60 ? 0 : 1))
      }
    }
    #expect(low.pass(one(0xB, 0, 100)).count == 1, "a controller has no key")
    #expect(low.pass(one(9, 0, 200)).isEmpty, "a key above 127 is none")
  }

  @Test("Notes are transposed by semitones; notes outside of 0 to 127 are dropped")
  func transpose() {
    let rig = FilterRig(MIDIFilter(transpose: -12))
    #expect(rig.pass(two(9, 0, 60)) == [two(9, 0, 48)])
    #expect(rig.pass(one(0xA, 0, 60)) == [one(0xA, 0, 48)])
    #expect(rig.pass(one(8, 0, 60)) == [one(8, 0, 48)])
    #expect(rig.pass(one(9, 0, 11)).isEmpty)
    #expect(rig.pass(one(0xB, 0, 60)) == [one(0xB, 0, 60)])
    #expect(rig.soundingCount == 0)
  }

  @Test("The pitch that a message states is moved too")
  func pitch() {
    let rig = FilterRig(MIDIFilter(transpose: 2))
    let strike = two(9, 0, 60, 0xC000_0000 | 60 << 9 | 5, index: 3)
    #expect(rig.pass(strike) == [two(9, 0, 62, 0xC000_0000 | 62 << 9 | 5, index: 3)])
    #expect(
      rig.pass(two(0, 0, 60, 60 << 25 | 9, index: 3)) == [two(0, 0, 62, 62 << 25 | 9, index: 3)])
    #expect(rig.pass(two(0, 0, 60, 5, index: 4)) == [two(0, 0, 62, 5, index: 4)])
    #expect(rig.pass(two(9, 0, 61, 127 << 9, index: 3)) == [two(9, 0, 63, 0xFFFF, index: 3)])
  }

  @Test("Later messages of a note follow its start, even after a change of the filter")
  func changed() {
    let rig = FilterRig(MIDIFilter(transpose: 12))
    #expect(rig.pass(one(9, 0, 60)) == [one(9, 0, 72)])
    rig.change(MIDIFilter(channels: 0b10, keys: 0...10, transpose: -12))
    #expect(rig.pass(two(6, 0, 60, 5)) == [two(6, 0, 72, 5)])
    #expect(rig.pass(one(0xA, 0, 60)) == [one(0xA, 0, 72)])
    #expect(rig.pass(one(8, 0, 60, 3)) == [one(8, 0, 72, 3)])
    #expect(rig.pass(one(8, 0, 60, 3)).isEmpty, "it has ended")
  }

  @Test("A note that is struck again elsewhere ends where it began")
  func struckAgain() {
    let rig = FilterRig()
    #expect(rig.pass(two(9, 4, 60)) == [two(9, 4, 60)])
    #expect(rig.pass(two(9, 4, 60)) == [two(9, 4, 60)], "as often as it likes")
    rig.change(MIDIFilter(outputChannel: 1))
    #expect(rig.pass(two(9, 4, 60)) == [two(8, 4, 60), two(9, 1, 60)])
    rig.change(MIDIFilter(channels: 0))
    #expect(rig.pass(two(9, 4, 60)) == [two(8, 1, 60)])
    #expect(rig.soundingCount == 0)
  }

  @Test(
    "All Notes Off ends notes moved elsewhere, and the receiver ends the rest",
    arguments: [120, 123])
  func allNotesOff(_ controller: UInt8) {
    let rig = FilterRig()
    _ = rig.pass(one(9, 2, 60))
    rig.change(MIDIFilter(outputChannel: 5))
    _ = rig.pass(one(9, 2, 61))
    _ = rig.pass(one(9, 3, 62))
    #expect(
      rig.pass(one(0xB, 2, controller, 0)) == [one(8, 2, 60, 64), one(0xB, 5, controller, 0)])
    #expect(rig.soundingCount == 1, "that of the other channel")
    rig.change(MIDIFilter(channels: 0))
    #expect(rig.pass(one(0xB, 3, controller, 0)) == [one(8, 5, 62, 64)])
    #expect(rig.soundingCount == 0)
  }

  @Test("A removed connection ends its notes, in the protocol of their start")
  func release() {
    let rig = FilterRig(MIDIFilter(transpose: 1))
    _ = rig.pass(one(9, 0, 60))
    _ = rig.pass(two(9, 15, 127 - 1, group: 15))
    _ = rig.pass(two(9, 3, 1))
    _ = rig.pass(two(8, 3, 1))
    #expect(rig.release().packets == [one(8, 0, 61, 64), two(8, 15, 127, group: 15)])
    #expect(rig.release().packets.isEmpty && rig.soundingCount == 0)
  }

  @Test("Every note of every channel and group is kept, and ends in portions")
  func all() {
    let rig = FilterRig()
    for group in 0..<16 as Range<UInt8> {
      for channel in 0..<16 as Range<UInt8> {
        for key in 0..<128 as Range<UInt8> { _ = rig.pass(one(9, channel, key, group: group)) }
      }
    }
    #expect(rig.soundingCount == 32_768)
    var ended: Set<UMP> = []
    var rounds = 0
    var isDone = false
    while !isDone && rounds < 1000 {
      let released = rig.release(limit: 500)
      ended.formUnion(released.packets)
      isDone = released.isDone
      rounds += 1
    }
    #expect(ended.count == 32_768 && rounds == 66)
  }
}
