import Testing

@testable import TenutoMIDI

@Suite struct KeyStrokeTests {
  private func stroke(_ ump: UMP) -> KeyStroke? {
    KeyStroke(HostTimedUMP(hostTime: 5, ump: ump))
  }

  @Test func bothProtocolsAreTheSameStroke() throws {
    let old = try #require(stroke(UMP(0x2193_3C64)))
    let new = try #require(
      stroke(VoiceEvent.noteOn(channel: 3, note: 60, velocity: old.velocity16).ump(group: 1)))
    #expect(old == new)
    #expect(old.key == 60 && old.velocity == 100 && old.channel == 3 && old.group == 1)
    #expect(old.nanoseconds == 5 && old.isOn)
  }

  @Test func velocityHasThreeScales() {
    let full = KeyStroke(key: 1, velocity16: .max, nanoseconds: 0, isOn: true)
    #expect(full.velocity == 127 && full.unitVelocity == 1 && full.percentVelocity == 100)
    let least = KeyStroke(key: 1, velocity16: 0, nanoseconds: 0, isOn: true)
    #expect(least.velocity == 1 && least.unitVelocity == 0 && least.percentVelocity == 0)
    let half = KeyStroke(key: 1, velocity16: 0x8000, nanoseconds: 0, isOn: false)
    #expect(half.velocity == 64 && half.percentVelocity == 50)
  }

  @Test func aNoteOnOfVelocity0GoesUp() {
    #expect(stroke(UMP(0x2090_3C00))?.isOn == false)
    #expect(stroke(UMP(0x2080_3C40))?.isOn == false)
  }

  @Test(arguments: [UMP(0x20B0_0740), UMP(0x10F8_0000), UMP(0x4090_8000, 0xFFFF_0000), UMP(0)])
  func otherTextsAreInvalid(ump: UMP) {
    #expect(stroke(ump) == nil)
  }
}
