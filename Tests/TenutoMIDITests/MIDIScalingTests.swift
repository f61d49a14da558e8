import TenutoMIDI
import Testing

@Suite struct MIDIScalingTests {
  @Test func zeroCentreAndFullStay() {
    #expect([0, 64, 127].map { MIDIScaling.up7To16($0) } == [0, 0x8000, 0xFFFF])
    #expect([0, 64, 127].map { MIDIScaling.up7To32($0) } == [0, 0x8000_0000, 0xFFFF_FFFF])
    #expect([0, 8192, 16383].map { MIDIScaling.up14To32($0) } == [0, 0x8000_0000, 0xFFFF_FFFF])
  }

  @Test func knownValuesBetween() {
    #expect(MIDIScaling.up7To16(1) == 0x0200)
    #expect(MIDIScaling.up7To16(65) == 0x8208)
    #expect(MIDIScaling.up7To16(100) == 0xC924)
    #expect(MIDIScaling.up7To32(1) == 0x0200_0000)
    #expect(MIDIScaling.up14To32(1) == 0x0004_0000)
  }

  @Test func scalingUpGrowsAndRoundTrips() {
    for value in UInt8(0)...127 {
      #expect(MIDIScaling.down16To7(MIDIScaling.up7To16(value)) == value)
      #expect(MIDIScaling.down32To7(MIDIScaling.up7To32(value)) == value)
      #expect(value == 0 || MIDIScaling.up7To16(value) > MIDIScaling.up7To16(value - 1))
    }
    for value in UInt16(0)...16383 {
      #expect(MIDIScaling.down32To14(MIDIScaling.up14To32(value)) == value)
    }
  }
}
