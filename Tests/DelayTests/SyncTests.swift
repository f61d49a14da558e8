import DelayKernel
import TenutoExtension
import Testing

@Suite struct SyncTests {
  private func address(_ identifier: String) -> ParameterAddress {
    DelayKernel.component.parameter(named: identifier)?.address ?? .max
  }

  private func set(_ identifier: String, _ value: Float, _ frame: UInt32 = 0) -> TimedEvent {
    TimedEvent(
      frameOffset: frame, payload: .parameter(address: address(identifier), value: value))
  }

  /// Renders cycles of 512 frames, each with a given tempo.
  private func render(
    _ cycleCount: Int, events: [TimedEvent], sampleRate: Double = 48000,
    layout: BusLayout? = nil, tempo: (Int) -> Double, input: (Int) -> Float
  ) -> (left: [Float], right: [Float]) {
    var runner = KernelRunner<DelayKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512, layout: layout)
    var output: (left: [Float], right: [Float]) = ([], [])
    for cycle in 0..<cycleCount {
      runner.musicalContext.tempo = tempo(cycle)
      for channel in 0..<(layout?.inputChannelCount ?? 2) {
        var span = runner.input(channel)
        for frame in 0..<512 { span[frame] = input(cycle * 512 + frame) }
      }
      let list = cycle == 0 ? events : []
      runner.render(frameCount: 512, events: list.span)
      for frame in 0..<512 {
        output.left.append(runner.output(0)[frame])
        output.right.append(runner.output(1)[frame])
      }
    }
    return output
  }

  /// Quarter notes of a note value, from its name.
  private func beats(_ name: String) -> Double {
    let words = name.split(separator: " ")
    let straight = 4 / (Double(words[0].dropFirst(2)) ?? 0)
    if words.count == 1 { return straight }
    return words[1] == "triplet" ? straight / 1.5 : straight * 1.5
  }

  @Test(arguments: 1...18) func repeatsLieOnTheNoteValue(value: Int) {
    let names = DelayKernel.component.parameter(named: "sync")?.valueNames ?? []
    for tempo in [67.0, 120, 233] {
      var frames = beats(names[value]) * 60 * 8000 / tempo
      while frames > 16000 { frames /= 2 }
      let events = [set("sync", Float(value)), set("mix", 100), set("feedback", 0)]
      let sound = render(40, events: events, sampleRate: 8000, tempo: { _ in tempo }) {
        $0 == 0 ? 1 : 0
      }
      #expect(sound.left.firstIndex { $0 != 0 } == Int(frames.rounded()), "\(names[value])")
    }
  }

  @Test func aChangeOfTempoAppliesToLaterSoundAndDoesNotClick() {
    let events = [set("sync", 7), set("mix", 50), set("feedback", 0)]
    let tempo: (Int) -> Double = { $0 < 60 ? 120 : 150 }
    let impulses = render(150, events: events, tempo: tempo) { $0 == 40000 ? 1 : 0 }
    #expect(impulses.left[59200] == 0.5)
    let sound = render(200, events: events, tempo: { 90 + Double($0 / 20) * 7 }) {
      Float(DSP.sin(2 * .pi * 100 * Double($0) / 48000))
    }.left
    // A sine of 100 Hz steps by 0.013; the fade of 30 ms adds to it.
    let step = (1..<sound.count).reduce(0) { max($0, abs(sound[$1] - sound[$1 - 1])) }
    #expect(step < 0.02)
  }

  @Test func nonsenseIsNoTempo() {
    for tempo in [Double.nan, .infinity, 0, -10, 1e-300] {
      let sound = render(20, events: [set("sync", 9)], tempo: { _ in tempo }) {
        Float($0 % 100) / 100
      }
      #expect(sound.left.allSatisfy { $0.isFinite && abs($0) < 20 })
    }
  }

  @Test func aMonoSoundIsRepeatedOnBothSides() {
    let layout = BusLayout(inputs: [1], outputs: [2])
    #expect(DelayKernel.component.accepts(layout))
    #expect(!DelayKernel.component.accepts(BusLayout(inputs: [2], outputs: [1])))
    let sound = render(50, events: [], layout: layout, tempo: { _ in 120 }) {
      $0 == 5 ? 1 : 0
    }
    #expect(sound.left == sound.right)
    #expect(sound.left[5] == 0.75 && sound.left[18005] == 0.25)
  }

  @Test func mixAndFeedbackRampInStraightLines() {
    let ramps = [
      set("time", 1), set("feedback", 0), set("mix", 100),
      TimedEvent(
        frameOffset: 100,
        payload: .ramp(address: address("mix"), value: 20, frameCount: 4000)),
    ]
    let sound = render(20, events: ramps, tempo: { _ in 120 }) { $0 % 96 < 48 ? 1 : 0 }.left
    // The repeat is as loud as the input and falls in its pauses.
    for frame in stride(from: 200, to: 9000, by: 7) {
      let mix = 1 - 0.8 * min(1, max(0, Double(frame - 100) / 4000))
      let wanted = frame % 96 < 48 ? 1 - mix : mix
      if abs(Double(sound[frame]) - wanted) > 1e-5 { Issue.record("frame \(frame)") }
    }
  }

  @Test func aRampContinuesInSilence() {
    let ramps = [
      set("time", 1), set("mix", 0),
      TimedEvent(
        frameOffset: 100,
        payload: .ramp(address: address("mix"), value: 100, frameCount: 20000)),
    ]
    let sound = render(30, events: ramps, tempo: { _ in 120 }) { $0 == 10100 ? 1 : 0 }.left
    #expect(abs(sound[10100] - 0.5) < 1e-4)
  }

  @Test func aResetForgetsTheRepeats() {
    var runner = KernelRunner<DelayKernel>(sampleRate: 48000, maximumFrameCount: 512)
    var input = runner.input(0)
    input[0] = 1
    runner.render(frameCount: 512)
    var silence = runner.input(0)
    silence[0] = 0
    runner.reset()
    for _ in 0..<100 {
      runner.render(frameCount: 512)
      let output = runner.output(0)
      #expect((0..<512).allSatisfy { output[$0] == 0 })
    }
  }

  @Test func theTailIsOver() {
    let runner = KernelRunner<DelayKernel>(sampleRate: 48000, maximumFrameCount: 512)
    let frames = Int(runner.tail * 48000)
    let sound = render(frames / 512 + 100, events: [], tempo: { _ in 120 }) {
      $0 == 0 ? 1 : 0
    }.left
    #expect(sound[(frames - 36000)..<frames].contains { $0 != 0 })
    #expect(sound[(frames + 1)...].allSatisfy { abs($0) < 1e-5 })
  }

  @Test func everyPresetIsWithinTheRanges() {
    let component = DelayKernel.component
    for preset in component.presets {
      for value in component.values(of: preset) {
        let parameter = component.parameter(at: value.address)
        #expect(parameter?.clamped(value.value) == value.value, "\(preset.name)")
      }
    }
  }
}
