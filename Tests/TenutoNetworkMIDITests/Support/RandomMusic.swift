import TenutoCore
import TenutoMIDI
import TestSupport

@testable import TenutoNetworkMIDI

/// Random messages of all kinds that a journal restores.
struct RandomMusic {
  var generator: SeededRandom

  init(seed: UInt64) { generator = SeededRandom(seed: seed) }

  private mutating func number(_ range: ClosedRange<UInt8> = 0...127) -> UInt8 {
    UInt8.random(in: range, using: &generator)
  }

  mutating func message() -> RTPMIDIMessage {
    let channel = number(0...3)
    switch number(0...99) {
    case 0..<30: return .voice(0x90 | channel, number(48...72), number(1...127))
    case 30..<58: return .voice(0x80 | channel, number(48...72), number())
    case 58..<70: return .voice(0xB0 | channel, number(0...95), number())
    case 70..<76: return .voice(0xB0 | channel, number(64...69), number())
    case 76..<80: return .voice(0xC0 | channel, number())
    case 80..<84: return .voice(0xE0 | channel, number(), number())
    case 84..<86: return .voice(0xD0 | channel, number())
    case 86..<88: return .voice(0xA0 | channel, number(48...72), number())
    case 88..<95: return .voice(0xB0 | channel, parameterController, number(0...3))
    case 95: return .voice(0xB0 | channel, number(120...127), 0)
    case 96: return .system([0xFA, 0xFB, 0xFC, 0xF8, 0xF8].randomElement(using: &generator) ?? 0)
    case 97: return .system(0xF3, number())
    case 98: return .system(0xF1, number())
    default: return .system(number(0...19) == 0 ? 0xFF : 0xFE)
    }
  }

  private var parameterController: UInt8 {
    mutating get {
      [6, 6, 38, 96, 97, 98, 99, 100, 100, 101, 101].randomElement(using: &generator) ?? 6
    }
  }

  mutating func sysEx() -> [UInt8] {
    (0..<Int.random(in: 0...300, using: &generator)).map { _ in number() }
  }
}
