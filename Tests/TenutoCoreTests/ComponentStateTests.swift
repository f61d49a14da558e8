import TenutoCore
import TestSupport
import Testing

struct ComponentStateTests {
  private let state = ComponentState(
    code: "aumu test Test", version: 3,
    parameters: [ParameterValue(1, 0.5), ParameterValue(.max, -1e30)], data: Array("own".utf8))

  @Test func encodedValuesAreDecoded() throws {
    #expect(try ComponentState(decoding: state.encoded()) == state)
    #expect(state.encoded() == state.encoded())
  }

  @Test func theBytesAreThoseOfTheFormat() {
    let empty = ComponentState(code: "aumu test Test", version: 3, parameters: [])
    let bytes = empty.encoded()
    let head: [UInt8] =
      Array("TSTA".utf8) + [1, 0, 0, 0] + Array("umuatsettseT".utf8)
      + [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(Array(bytes.dropLast(4)) == head)
    // CRC-32 of ISO 3309, one bit at a time.
    var sum: UInt32 = .max
    for byte in head {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    sum = ~sum
    #expect(Array(bytes.suffix(4)) == (0..<4).map { UInt8(sum >> UInt32(8 * $0) & 0xFF) })
  }

  @Test func damageOfAnyByteIsSeen() {
    let bytes = state.encoded()
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(throws: StateError.damaged) { try ComponentState(decoding: damaged) }
      }
    }
    for count in 1..<bytes.count {
      #expect(throws: StateError.damaged) {
        try ComponentState(decoding: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: StateError.damaged) { try ComponentState(decoding: bytes + [0]) }
    #expect(throws: StateError.empty) { try ComponentState(decoding: []) }
  }

  @Test func randomBytesAreNoState() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<3 {
      let bytes = random.bytes(1 << 20)
      #expect(throws: StateError.damaged) { try ComponentState(decoding: bytes) }
    }
  }

  @Test func aPresetIsItsValuesAndTheDefaultsOfTheRest() {
    let component = ComponentDescription(
      "aumu test Test", name: "", manufacturerName: "", version: "",
      parameters: [
        Parameter(5, "b", name: "B", range: 0...1, default: 0.5),
        Parameter(2, "a", name: "A", range: 0...1, default: 0.25),
        Parameter(9, "m", name: "M", range: 0...1, default: 0, flags: .readOnly),
      ], presets: [FactoryPreset(0, name: "P", values: [ParameterValue(5, 1)])])
    #expect(
      component.values(of: component.presets[0]) == [ParameterValue(2, 0.25), ParameterValue(5, 1)])
  }
}
