import ReverbKernel
import TenutoExtension
import Testing

@Suite struct ReverbSignalTests {
  @Test func aTailEndsInSilenceWithinTheTailTime() {
    for decay in [0.1, 0.5, 2] as [Float] {
      var runner = KernelRunner<ReverbKernel>(sampleRate: 48000, maximumFrameCount: 480)
      let set = [
        TimedEvent(frameOffset: 0, payload: .parameter(address: 2, value: decay)),
        TimedEvent(frameOffset: 0, payload: .parameter(address: 3, value: 90)),
      ]
      runner.render(frameCount: 480, events: set.span)
      for cycle in 0..<100 {
        for channel in 0..<2 {
          var input = runner.input(channel)
          for frame in 0..<480 { input[frame] = 2 * noise(cycle * 480 + frame) }
        }
        runner.render(frameCount: 480)
      }
      for channel in 0..<2 {
        var input = runner.input(channel)
        for frame in 0..<480 { input[frame] = 0 }
      }
      for _ in 0..<Int(runner.tail * 100) {
        runner.render(frameCount: 480)
        for frame in 0..<480 { #expect(!runner.output(0)[frame].isSubnormal) }
      }
      for _ in 0..<10 {
        runner.render(frameCount: 480)
        for frame in 0..<480 { #expect(runner.output(0)[frame] == 0) }
      }
    }
  }

  @Test func theDrySoundIsUntouchedWithoutMix() {
    var take = ReverbTake()
    take.set(0, "mix", 0)
    take.left = { noise($0) }
    take.right = { noise($0, seed: 2) }
    let output = take.render(9600)
    #expect(output.left == (0..<9600).map { noise($0) })
    #expect(output.right == (0..<9600).map { noise($0, seed: 2) })
  }

  /// Noise at every corner of the parameters: the output is no louder than the input.
  @Test(arguments: 0..<16) func itStaysBounded(corner: Int) {
    var take = ReverbTake.wet(decay: corner & 1 == 0 ? 0.1 : 30)
    take.sampleRate = [8000, 44100, 96000, 192_000][corner & 3]
    for (bit, identifier) in ["size", "high-damping", "low-damping"].enumerated() {
      take.set(0, identifier, corner >> (bit + 1) & 1 == 0 ? 0 : 100)
    }
    take.set(0, "diffusion", 100)
    take.set(0, "modulation", 100)
    take.left = { 2 * noise($0) }
    take.right = { 2 * noise($0, seed: 2) }
    let count = Int(6 * take.sampleRate)
    let output = take.render(count)
    #expect(output.left.allSatisfy { $0.isFinite && abs($0) < 8 })
    let power = output.left[(count / 2)...].reduce(0.0) { $0 + Double($1 * $1) } / Double(count / 2)
    #expect(power < 4 * 0.3333, "\(power)")
  }

  @Test func theSoundIsTheSameHoweverACycleIsCut() {
    var take = ReverbTake()
    take.left = { $0 % 7000 < 1500 ? noise($0) : 0 }
    take.right = { $0 % 5000 < 900 ? noise($0, seed: 3) : 0 }
    for (index, frame) in stride(from: 100, to: 30000, by: 1777).enumerated() {
      let parameter = ReverbKernel.component.parameters[index % 9]
      let part = Float(index * 37 % 100) / 100
      let range = parameter.range
      take.set(
        frame, parameter.identifier,
        range.lowerBound + part * (range.upperBound - range.lowerBound))
      take.events.append((frame + 9, .ramp(address: 7, value: 100 * part, frameCount: 555)))
    }
    let whole = take.render(32000)
    var state: UInt32 = 5
    let cut = take.render(32000) {
      state = state &* 1_664_525 &+ 1_013_904_223
      return state >> 30 == 0 ? 1 : Int(state >> 24)
    }
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern))
  }

  /// A low sine, in which a click stands out.
  @Test(arguments: ReverbKernel.component.parameters.map(\.identifier))
  func changesDoNotClick(identifier: String) throws {
    var take = ReverbTake.wet(decay: 1, modulation: 0)
    take.set(0, "mix", 60)
    take.left = { 0.5 * Float(DSP.sin(2 * .pi * 110 * Double($0) / 48000)) }
    take.right = take.left
    let parameter = try #require(ReverbKernel.component.parameter(named: identifier))
    let bounds = [parameter.range.lowerBound, min(20, parameter.range.upperBound)]
    for step in 0..<6 { take.set(48000 + step * 9600, identifier, bounds[step % 2]) }
    let output = take.render(110_000).left
    func roughness(_ frames: Range<Int>) -> Float {
      frames.reduce(0) { max($0, abs(output[$1] - 2 * output[$1 - 1] + output[$1 - 2])) }
    }
    // The second difference of the sine alone is 0.0001.
    #expect(roughness(40000..<48000) < 0.0005)
    #expect(roughness(48000..<110_000) < 0.01, "\(roughness(48000..<110_000))")
  }

  @Test func aMonoInputSoundsOnBothSides() {
    var take = ReverbTake.wet()
    take.layout = BusLayout(inputs: [1], outputs: [2])
    #expect(ReverbKernel.component.accepts(take.layout))
    #expect(!ReverbKernel.component.accepts(BusLayout(inputs: [2], outputs: [1])))
    let mono = take.render(24000)
    let stereo = ReverbTake.wet().render(24000)
    #expect(mono.left == stereo.left && mono.right == stereo.right)
  }

  @Test func presetsAreInRangeAndNotTooLoud() {
    let component = ReverbKernel.component
    for name in ["Room", "Chamber", "Hall", "Plate", "Cathedral"] {
      #expect(component.presets.contains { $0.name == name })
    }
    for preset in component.presets {
      for value in preset.values {
        #expect(component.parameter(at: value.address)?.range.contains(value.value) == true)
      }
      var take = ReverbTake.preset(preset)
      take.left = { noise($0) }
      take.right = take.left
      let output = take.render(96000).left[24000...]
      let level = output.reduce(0) { $0 + $1 * $1 } / Float(output.count)
      #expect(level > 0.04 && level < 0.17, "\(preset.name): \(level)")
      #expect(output.allSatisfy { abs($0) < 2 })
    }
  }

  @Test func absurdParametersAndInputsPassWithoutHarm() {
    var take = ReverbTake.wet()
    for address in 0...9 as ClosedRange<UInt64> {
      for value in [Float.nan, .infinity, -.infinity, 1e30] {
        take.events.append((100, .parameter(address: address, value: value)))
        take.events.append((200, .ramp(address: address, value: value, frameCount: .max)))
      }
    }
    let absurd = [Float.nan, .infinity, -.infinity, 1e30]
    take.left = { $0 % 7 == 0 && $0 < 4000 ? absurd[$0 / 7 % 4] : 0 }
    #expect(take.render(9600).left.allSatisfy { $0.isFinite && abs($0) < 8 })
  }

  @Test func afterAResetItSoundsAsIfNew() {
    func response(_ runner: inout KernelRunner<ReverbKernel>) -> [Float] {
      var input = runner.input(0)
      input[0] = 1
      runner.render(frameCount: 4096)
      var next = runner.input(0)
      next[0] = 0
      return (0..<4096).map { runner.output(0)[$0] }
    }
    var runner = KernelRunner<ReverbKernel>(sampleRate: 48000, maximumFrameCount: 4096)
    let first = response(&runner)
    #expect(first != response(&runner))
    runner.reset()
    runner.render(frameCount: 100)
    #expect((0..<100).allSatisfy { runner.output(0)[$0] == 0 })
    runner.reset()
    #expect(first == response(&runner))
  }
}
