import Glibc
import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

@Suite struct MixerTests {
  @Test("At rest in the middle at 0 dB samples pass bit for bit, added in the order of the inputs")
  func isTransparent() {
    let rig = MixerRig(Mixer(inputs: [2, 1, 2]))
    var random = SeededRandom(seed: 1)
    for channel in 0..<5 { rig.fill(channel) { _ in Float.random(in: -1...1, using: &random) } }
    rig.render(0..<1000, cycle: 100)
    for (side, channels) in [[0, 2, 3], [1, 2, 4]].enumerated() {
      let expected = (0..<1000).map { frame in
        channels.reduce(Float(0)) { $0 + rig.input($1, frame) }
      }
      #expect(rig.output(side, 0..<1000) == expected)
    }
  }

  @Test("A stereo input is balanced: its pan turns down the other side")
  func balance() {
    for (place, left, right) in [(-1, 1, 0), (-0.5, 1, 0.5), (0, 1, 1), (0.25, 0.75, 1), (1, 0, 1)]
      as [(Float, Float, Float)]
    {
      let rig = MixerRig(mixer([2], MixerParameters.pan(ofInput: 0), place))
      rig.fill(0) { _ in 0.5 }
      rig.fill(1) { _ in -0.25 }
      rig.render(0..<10)
      #expect(rig.output(0, 9..<10) == [0.5 * left])
      #expect(rig.output(1, 9..<10) == [-0.25 * right])
    }
  }

  @Test("A mono input is panned with equal power, 0 dB each in the middle")
  func equalPower() {
    for step in -10...10 {
      let place = Float(step) / 10
      let rig = MixerRig(mixer([1], MixerParameters.pan(ofInput: 0), place))
      rig.fill(0) { _ in 1 }
      rig.render(0..<1)
      let (left, right) = (rig.output(0, 0..<1)[0], rig.output(1, 0..<1)[0])
      #expect(abs(left * left + right * right - 2) < 1e-6)
      if step == 0 { #expect(left == 1 && right == 1) }
      if step == 10 { #expect(left == 0) }
      if step > 0 { #expect(right > left) }
    }
  }

  @Test("A mono mixer averages a stereo input, and keeps a mono input")
  func monoOutput() {
    let rig = MixerRig(Mixer(inputs: [2, 1], outputChannelCount: 1))
    rig.fill(0) { _ in 0.5 }
    rig.fill(1) { _ in 0.25 }
    rig.fill(2) { _ in 0.125 }
    rig.render(0..<10)
    #expect(rig.output(0, 9..<10) == [0.5])
  }

  @Test("Gains are in decibels; the lowest is off, and values are clamped to the range")
  func decibels() {
    for (value, expected) in [(-90, 0), (-200, 0), (-20, 0.1), (12, 3.981_072), (99, 3.981_072)]
      as [(Float, Float)]
    {
      let rig = MixerRig(mixer([1], MixerParameters.gain(ofInput: 0), value))
      rig.fill(0) { _ in 1 }
      rig.render(0..<1)
      #expect(abs(rig.output(0, 0..<1)[0] - expected) < 1e-6)
    }
    let master = MixerRig(mixer([1], MixerParameters.gain, -20))
    master.fill(0) { _ in 1 }
    master.render(0..<1)
    #expect(abs(master.output(0, 0..<1)[0] - 0.1) < 1e-6)
  }

  @Test(
    "Every setting acts from its frame on, changes over 64 frames without a step, and then holds",
    arguments: [
      (gain(-90), Float(0), Float(0)), (mute(true, input: 0), 0, 0), (solo(true, input: 1), 0, 0),
      (pan(1), 0, 1), (gain(6), 1.995_262, 1.995_262),
      (.parameter(address: MixerParameters.gain, value: -90), 0, 0),
    ])
  func smooth(_ event: TimedEvent.Payload, _ left: Float, _ right: Float) {
    let rig = MixerRig(Mixer(inputs: [2, 2]))
    rig.silentChannels = [2, 3]
    for channel in 0..<2 { rig.fill(channel) { _ in 1 } }
    rig.render(0..<512, [(200, event)])
    for (side, aim) in [left, right].enumerated() {
      #expect(rig.output(side, 0..<201).allSatisfy { $0 == 1 })
      #expect(rig.largestStep(side, 0..<512) <= abs(aim - 1) / 64 * 1.001)
      #expect(rig.output(side, 264..<512).allSatisfy { abs($0 - aim) < 1e-6 })
      if aim != 1 { #expect(rig.output(side, 263..<264)[0] != rig.output(side, 264..<265)[0]) }
    }
  }

  @Test("Solo silences all inputs without it, and mute wins")
  func soloAndMute() {
    let rig = MixerRig(Mixer(inputs: [1, 1, 1], outputChannelCount: 1))
    for (channel, level) in [Float(1), 2, 4].enumerated() { rig.fill(channel) { _ in level } }
    rig.render(
      0..<1000,
      [
        (0, solo(true, input: 0)), (100, solo(true, input: 2)), (200, mute(true, input: 2)),
        (300, solo(false, input: 0)), (400, solo(false, input: 2)), (500, mute(false, input: 2)),
      ])
    let heard = [90, 190, 290, 390, 490, 590].map { rig.output(0, $0..<$0 + 1)[0] }
    #expect(heard == [1, 5, 1, 0, 3, 7])
  }

  @Test("A ramp is linear in decibels and ends at its frame")
  func ramp() {
    let rig = MixerRig(Mixer(inputs: [1], outputChannelCount: 1))
    rig.fill(0) { _ in 1 }
    let ramp = TimedEvent.Payload.ramp(
      address: MixerParameters.gain(ofInput: 0), value: -40, frameCount: 1600)
    rig.render(0..<2000, [(100, ramp)])
    #expect(rig.output(0, 100..<101) == [1])
    for frame in stride(from: 100, to: 1700, by: 64) {
      let expected = powf(10, -40 * Float(frame - 100) / 1600 / 20)
      #expect(abs(rig.output(0, frame..<frame + 1)[0] / expected - 1) < 1e-5)
    }
    #expect(rig.output(0, 1699..<1700)[0] > 0.010_001)
    #expect(rig.output(0, 1700..<2000).allSatisfy { abs($0 - 0.01) < 1e-8 })
  }

  @Test("Where cycles begin makes no difference to a bit")
  func cycleLength() {
    let events: [(Int, TimedEvent.Payload)] = [
      (3, gain(-12)), (40, pan(0.7)), (41, mute(true, input: 1)), (90, mute(false, input: 1)),
      (
        100,
        .ramp(address: MixerParameters.gain(ofInput: 1), value: -30, frameCount: 777)
      ), (150, pan(-1, input: 1)), (300, solo(true, input: 1)),
      (500, .ramp(address: MixerParameters.gain, value: -6, frameCount: 200)),
    ]
    let heard = [1, 17, 64, 128, 1024].map { cycle in
      let rig = MixerRig(Mixer(inputs: [2, 1]))
      var random = SeededRandom(seed: 2)
      for channel in 0..<3 { rig.fill(channel) { _ in Float.random(in: -1...1, using: &random) } }
      rig.render(0..<1024, cycle: cycle, events)
      return [rig.output(0, 0..<1024), rig.output(1, 0..<1024)]
    }
    #expect(heard.dropFirst().allSatisfy { $0 == heard[0] })
    #expect(heard[0][0] != heard[0][1])
  }

  @Test("A setting in the middle of another one's change makes no step")
  func interrupted() {
    let rig = MixerRig(Mixer(inputs: [1], outputChannelCount: 1))
    rig.fill(0) { _ in 1 }
    rig.render(
      0..<600,
      (0..<50).map { ($0 * 7, $0 % 2 == 0 ? gain(-90) : gain(0)) } + [(400, gain(0))])
    #expect(rig.largestStep(0, 0..<600) <= 1 / 64)
    #expect(rig.output(0, 599..<600) == [1])
  }

  @Test("NaN, unknown addresses and other events have no effect")
  func nonsense() {
    let rig = MixerRig(Mixer(inputs: [1], outputChannelCount: 1))
    rig.fill(0) { _ in 1 }
    rig.render(
      0..<600,
      [
        (0, gain(.nan)), (10, .parameter(address: 5, value: -90)),
        (20, .parameter(address: .max, value: -90)), (30, .parameter(address: 14, value: -90)),
        (40, .gesture(address: 8, isTouched: true)),
        (50, .ramp(address: 8, value: 0, frameCount: 0)),
      ])
    #expect(rig.output(0, 0..<600).allSatisfy { $0 == 1 })
  }

  @Test("Inputs come and go while it plays; those that stay keep their settings")
  func reshaped() {
    let rig = MixerRig(Mixer(inputs: [1, 1, 1], outputChannelCount: 1))
    for channel in 0..<3 { rig.fill(channel) { _ in Float(1 << channel) } }
    rig.render(0..<100, [(0, gain(-90, input: 1)), (0, gain(-90, input: 2))])
    #expect(rig.output(0, 99..<100) == [1])
    rig.reshape(Mixer(inputs: [1, 1], outputChannelCount: 1))
    rig.reshape(Mixer(inputs: [1, 1, 1], outputChannelCount: 1))
    rig.render(100..<200)
    #expect(rig.output(0, 100..<200).allSatisfy { $0 == 5 })
    #expect(rig.value(MixerParameters.gain(ofInput: 1)) == -90)
    #expect(rig.value(MixerParameters.gain(ofInput: 2)) == 0)
  }

  private func mixer(_ inputs: [Int], _ address: ParameterAddress, _ value: Float) -> Mixer {
    var mixer = Mixer(inputs: inputs, outputChannelCount: inputs == [1] && address % 8 == 0 ? 1 : 2)
    mixer.values = [ParameterValue(address, value)]
    return mixer
  }
}

@Suite struct MixerParameterTests {
  @Test("Addresses and identifiers are stable and unique")
  func addresses() {
    let parameters = MixerParameters.parameters(of: Mixer(inputs: [2, 1]))
    #expect(parameters.map(\.address) == [0, 8, 9, 10, 11, 16, 17, 18, 19])
    #expect(
      parameters.map(\.identifier) == [
        "gain", "gain1", "pan1", "mute1", "solo1", "gain2", "pan2", "mute2", "solo2",
      ])
    #expect(parameters.map(\.unit).prefix(5) == [.decibels, .decibels, .pan, .boolean, .boolean])
    let most = MixerParameters.parameters(
      of: Mixer(inputs: Array(repeating: 2, count: Mixer.maximumInputCount)))
    #expect(Set(most.map(\.address)).count == 257 && Set(most.map(\.identifier)).count == 257)
    #expect(MixerShape.inputCapacity == Mixer.maximumInputCount)
  }

  @Test("Parameters are found by address, and values are clamped to the range")
  func values() {
    var mixer = Mixer(inputs: [2, 1])
    let parameters = MixerParameters.parameters(of: mixer)
    for parameter in parameters {
      #expect(MixerParameters.parameter(parameter.address, of: mixer) == parameter)
      #expect(mixer.value(parameter.address) == parameter.defaultValue)
    }
    for address in [1, 7, 12, 24, UInt64.max] { #expect(mixer.value(address) == nil) }
    mixer.values = [ParameterValue(8, -100), ParameterValue(10, 0.7)]
    #expect(mixer.value(8) == -90)
    #expect(mixer.value(10) == 1)
  }

  @Test("A change of the mixer sets the differences, including defaults")
  func changes() {
    var (one, other) = (Mixer(inputs: [2, 1]), Mixer(inputs: [2, 1]))
    one.values = [ParameterValue(8, -6), ParameterValue(9, 1), ParameterValue(99, 1)]
    other.values = [ParameterValue(9, 1), ParameterValue(16, -3)]
    #expect(one.changes(to: other) == [ParameterValue(8, 0), ParameterValue(16, -3)])
    #expect(one.changes(to: one).isEmpty)
  }
}
