#if canImport(CLV2Oracle)
internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport
internal import TestSupport
import Testing

/// The output of an LV2 plug-in in a separate process, compared with the same one in this process.
struct LV2SoundTests {
  /// The same noise for both.
  private static func noise(_ cycle: Int) -> (Int, Int) -> Float {
    var random = SeededRandom(seed: UInt64(cycle) + 1)
    let samples = (0..<256).map { _ in Float(random.bytes(1)[0]) / 512 - 0.25 }
    return { channel, frame in samples[(channel * 37 + frame) % 256] }
  }

  /// Bits, treating zeros of either sign as equal.
  private static func bits(_ channels: [[Float]]) -> [[UInt32]] {
    channels.map { $0.map { $0.isSubnormal || $0 == 0 ? 0 : $0.bitPattern } }
  }

  /// The first cycle that differs; nil for none.
  private static func difference(_ component: Component, cycles: Int) throws -> Int? {
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let other = try InProcess(component.source?.uri ?? "")
    for cycle in 0..<cycles {
      let noise = noise(cycle)
      let theirs = try kernel.render(input: noise).channels
      if bits(theirs) != bits(other.run(noise)) { return cycle }
    }
    return nil
  }

  @Test("Effects of mda and zam sound the same to the last bit")
  func effects() throws {
    let effects =
      try LV2Plugins.components("http://drobilla.net/plugins/mda/")
      + LV2Plugins.components("urn:zamaudio:")
    let usable = effects.filter { $0.code.kind == .effect && !$0.description.inputs.isEmpty }
    #expect(usable.count > 40)
    var different: [String] = []
    for component in usable where try Self.difference(component, cycles: 40) != nil {
      let uri = component.source?.uri ?? ""
      // Some use `rand`, or uninitialised memory.
      if try !Self.isRandom(uri) { different.append(uri) }
    }
    #expect(different == [])
  }

  /// Whether two instances in this process differ too.
  private static func isRandom(_ uri: String) throws -> Bool {
    let pair = (try InProcess(uri), try InProcess(uri))
    for cycle in 0..<40 {
      let noise = noise(cycle)
      if bits(pair.0.run(noise)) != bits(pair.1.run(noise)) { return true }
    }
    return false
  }

  @Test(
    "Notes come at their frames: instruments sound the same to the last bit",
    arguments: [
      ("http://drobilla.net/plugins/mda/Piano", 13), ("http://drobilla.net/plugins/mda/DX10", 13),
      ("http://drobilla.net/plugins/mda/EPiano", 50),
      // The old event extension; this plug-in left the frames after an event unchanged.
      ("http://studionumbersix.com/foo/lv2/yc20", 0),
    ])
  func instruments(uri: String, frame: UInt32) throws {
    let component = try LV2Plugins.component(uri)
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let other = try InProcess(uri)
    var heard = 0.0
    for cycle in 0..<100 {
      var events: [TimedEvent] = []
      let note = UInt8(48 + cycle / 7)
      let message: [UInt8]? =
        switch cycle % 7 {
        case 0: [0x90, note, 100]
        case 5: [0x80, note, 0]
        default: nil
        }
      if let message {
        events = [Self.midi(message, at: frame)]
        other.send(message, at: frame)
      }
      let theirs = try kernel.render(events: events).channels
      let ours = other.run()
      let isSame = Self.bits(theirs) == Self.bits(ours)
      #expect(isSame, "cycle \(cycle)")
      heard = max(heard, level(theirs[0]))
    }
    #expect(heard > 0.001)
  }

  /// A MIDI 1.0 message in a Universal MIDI Packet.
  static func midi(_ bytes: [UInt8], at frame: UInt32) -> TimedEvent {
    let word = 0x2000_0000 | UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
    return TimedEvent(frameOffset: frame, payload: .midi(UMP(word)))
  }

  @Test("Cycles longer than a plug-in's limit are split")
  func longCycles() throws {
    let component = try LV2Plugins.component("urn:zamaudio:ZamHeadX2")
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component, frameCount: 16384)
    let other = try InProcess(component.source?.uri ?? "", frameCount: 8192)
    for cycle in 0..<3 {
      let noise = Self.noise(cycle)
      let theirs = try kernel.render(16384, input: noise).channels
      let halves = [0, 8192].map { start in other.run { noise($0, $1 + start) } }
      let ours = theirs.indices.map { halves[0][$0] + halves[1][$0] }
      #expect(Self.bits(theirs) == Self.bits(ours), "cycle \(cycle)")
    }
  }

  @Test("A parameter takes effect at its frame")
  func parameters() throws {
    let component = try LV2Plugins.component("http://lv2plug.in/plugins/eg-amp")
    let gain = try #require(component.description.parameter(named: "gain"))
    #expect(gain.unit == .decibels && gain.range == -90...24)
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let take = try kernel.render(events: [parameter(gain.address, -90, at: 40)]) { _, _ in 0.5 }
    #expect(take.channels[0][..<40].allSatisfy { $0 == 0.5 })
    #expect(take.channels[0][40...].allSatisfy { $0 == 0 })
  }
}
#endif
