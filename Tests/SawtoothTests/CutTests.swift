import KernelTestSupport
import SawtoothKernel
import TenutoExtension
import Testing

/// Repeatable random numbers.
struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func byte(below limit: Int) -> UInt8 { UInt8(Int(next() >> 33) % limit) }

  mutating func number(below limit: Int) -> Int { Int(next() >> 33) % limit }
}

@Suite struct CutTests {
  /// Random notes, controllers and parameters on three channels.
  private func mess(seed: UInt64) -> Take {
    var random = Xorshift(state: seed)
    var take = Take()
    var frame = 0
    for _ in 0..<250 {
      frame += random.number(below: 90)
      add(to: &take, at: frame, &random)
    }
    for channel in 0..<3 as Range<UInt8> {
      take.add(frame, .controlChange(channel: channel, controller: 120, value: 0))
    }
    return take
  }

  private func add(to take: inout Take, at frame: Int, _ random: inout Xorshift) {
    let channel = random.byte(below: 3)
    let note = 40 + random.byte(below: 50)
    let value = UInt32(truncatingIfNeeded: random.next() >> 20)
    switch random.number(below: 9) {
    case 0...3: take.play(frame, note, channel: channel, velocity: UInt16(value >> 16))
    case 4: take.end(frame, note, channel: channel)
    case 5: take.add(frame, .pitchBend(channel: channel, value: value))
    case 6:
      let controllers: [UInt8] = [1, 7, 10, 11, 64, 121, 123]
      let controller = controllers[random.number(below: 7)]
      take.add(frame, .controlChange(channel: channel, controller: controller, value: value))
    case 7: take.add(frame, .perNotePitchBend(channel: channel, note: note, value: value))
    default:
      let parameters = SawtoothKernel.component.parameters
      let parameter = parameters[random.number(below: parameters.count)]
      let part = Float(value) / Float(UInt32.max)
      let range = parameter.range
      take.set(
        frame, parameter.identifier,
        range.lowerBound + part * part * part * (range.upperBound - range.lowerBound))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func theSoundIsTheSameHoweverACycleIsCut(seed: UInt64) {
    let take = mess(seed: seed)
    let whole = take.render(16000)
    var random = Xorshift(state: seed + 99)
    let cut = take.render(16000) { random.number(below: 3) == 0 ? 1 : random.number(below: 300) }
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern))
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func nothingIsSubnormalAndTheEndIsSilent(seed: UInt64) {
    let sound = mess(seed: seed).render(24000)
    #expect(sound.left.allSatisfy { !$0.isSubnormal && $0.isFinite })
    #expect(sound.right.allSatisfy { !$0.isSubnormal && $0.isFinite })
    #expect(sound.isSilent(23000..<24000))
  }

  @Test func unplayedChannelsAreSilent() {
    #expect(Take().render(4800).isSilent(0..<4800))
  }

  @Test func absurdParametersAreHarmless() {
    var take = Take()
    for address in 0...12 as ClosedRange<UInt64> {
      for value in [Float.nan, .infinity, -.infinity, 1e30] {
        take.events.append((0, .parameter(address: address, value: value)))
      }
    }
    take.play(60)
    #expect(take.render(4800).left.allSatisfy { $0.isFinite })
  }
}
