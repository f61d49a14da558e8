import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// RealtimeSanitizer on the kernels of the plug-ins, each in a separate process.
@Suite(.enabled(if: !isThreadSanitized, "two sanitizers do not go together"))
struct KernelTests {
  /// Sends all messages of a performance, and every parameter in steps and ramps.
  private struct Performance {
    let rig: Rig
    let node: Graph.NodeID
    let description: ComponentDescription
    var random = SeededRandom(seed: 11)

    mutating func sendMIDI() {
      let note = UInt8.random(in: 36...84, using: &random)
      let value = UInt32.random(in: 0...UInt32.max, using: &random)
      let events: [VoiceEvent] = [
        .noteOn(channel: 0, note: note, velocity: 40000),
        .noteOff(channel: 0, note: note, velocity: 0),
        .controlChange(
          channel: 0, controller: [1, 7, 64, 120, 121, 123].randomElement(using: &random) ?? 1,
          value: value),
        .pitchBend(channel: 0, value: value), .channelPressure(channel: 0, value: value),
      ]
      for _ in 0..<3 {
        let event = events.randomElement(using: &random) ?? events[0]
        rig.send(.midi(event.ump), at: Int.random(in: 0..<64, using: &random), to: node)
      }
    }

    mutating func sendParameters() {
      for parameter in description.parameters where Int.random(in: 0..<4, using: &random) == 0 {
        let value = Float.random(in: parameter.range, using: &random)
        let frame = Int.random(in: 0..<64, using: &random)
        let isRamp = Bool.random(using: &random)
        rig.send(
          isRamp
            ? .ramp(address: parameter.address, value: value, frameCount: 100)
            : .parameter(address: parameter.address, value: value), at: frame, to: node)
      }
    }

    mutating func cycle() {
      if description.acceptsMIDI { sendMIDI() }
      sendParameters()
      for channel in 0..<2 {
        rig.setInput(Float.random(in: -1...1, using: &random), frameCount: 64, channel: channel)
      }
      var context = MusicalContext(tempo: 140)
      context.isPlaying = true
      context.beatPosition = Double(rig.graph.sampleTime) / 48000 * 140 / 60
      unsafe rig.graph.renderer.pointee.addContext(context, frameOffset: 0)
      rig.render()
    }
  }

  @Test(
    arguments: [
      "aumu saw1 Tnto", "aumu smpl Tnto", "augn nois Tnto", "aufx rvrb Tnto", "aufx dely Tnto",
      "aufx fltr Tnto", "aufx comp Tnto", "aufx gain Tnto", "aumi arpg Tnto",
    ] as [ComponentCode])
  func aKernelPassesTheSanitizer(code: ComponentCode) throws {
    let instance = try Instance(
      built: "CheckedKernels", code, environment: ["LD_PRELOAD=\(Preload.sanitizer.get())"],
      sandbox: .off)  // the sanitizer needs calls that the sandbox denies
    var graph = Graph()
    let node = graph.add(instance)
    let description = instance.description
    if !description.inputs.isEmpty { graph.connectInput(to: node) }
    if description.outputs.isEmpty {
      graph.connectMIDIOutput(of: node)
    } else {
      graph.connectOutput(of: node)
    }
    let rig = try Rig(graph, inputChannelCount: 2)
    var performance = Performance(rig: rig, node: node, description: description)
    var peak: Float = 0
    var eventCount = 0
    for number in 0..<500 {
      if number == 200 { try instance.reset() }
      if number % 100 == 50, let preset = description.presets.randomElement() {
        try instance.select(preset)
      }
      performance.cycle()
      peak = max(peak, rig.graph.readings()[0].peak)
      eventCount += unsafe rig.graph.renderer.pointee.outputEventCount
    }
    #expect(instance.process.exit == nil, "\(instance.process.lastLines(20))")
    #expect(rig.graph.readings()[0].misses == 0)
    #expect(description.outputs.isEmpty ? eventCount > 0 : peak > 0)
    instance.terminate()
    #expect(instance.process.exit == .exited(code: 0))
  }
}
