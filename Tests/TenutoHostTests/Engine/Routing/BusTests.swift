import TenutoCore
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// Busses, bypass and the bypass delay.
struct BusTests {
  private func noise(_ count: Int) -> [Float] {
    var random = SeededRandom(seed: 3)
    return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &random) }
  }

  /// Renders `input` through `rig` in cycles of changing length, and calls `change` before each.
  private func play(
    _ rig: Rig, _ input: [Float], change: (Int) -> Void = { _ in }
  ) -> [Float] {
    var output: [Float] = []
    var random = SeededRandom(seed: 9)
    while output.count < input.count {
      let count = min(Int.random(in: 1...64, using: &random), input.count - output.count)
      for channel in 0..<2 {
        let samples = unsafe rig.graph.renderer.pointee.externalSamples(channel)
        for frame in 0..<count { unsafe samples[frame] = input[output.count + frame] }
      }
      change(output.count)
      output += rig.render(count)
    }
    return output
  }

  @Test func aBypassedEffectIsItsInputLaterByItsLatency() throws {
    var graph = Graph()
    let node = graph.add(try .routing("aufx late Test"))
    graph.connectInput(to: node)
    graph.connectOutput(of: node)
    let rig = try Rig(graph, inputChannelCount: 2)
    let input = noise(6000)
    var on = 0
    var off = 0
    let output = play(rig, input) { position in
      if on == 0 && position >= 2000 {
        on = position
        rig.graph.setBypass(true, node: node)
      }
      if off == 0 && position >= 4000 {
        off = position
        rig.graph.setBypass(false, node: node)
      }
    }
    let late = [Float](repeating: 0, count: 37) + input.dropLast(37)
    #expect(output[..<on].elementsEqual(late[..<on].map { $0 * 0.5 }))
    #expect(output[(on + 64)..<off].elementsEqual(late[(on + 64)..<off]))
    #expect(output[(off + 64)...].elementsEqual(late[(off + 64)...].map { $0 * 0.5 }))
    // The wet signal is half of the dry one, so a linear fade has gains from 0.5 to 1.
    for frame in 0..<63 {
      let gain = 0.5 + 0.5 * Float(frame + 1) / 64
      #expect(abs(output[on + frame] - late[on + frame] * gain) < 1e-6)
    }
  }

  @Test func aBypassedInstrumentIsSilentAfterAFade() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    rig.render()
    rig.graph.setBypass(true, node: graph.nodeIDs[0])
    let fade = rig.render()
    for frame in 0..<64 { #expect(abs(fade[frame] - 0.5 * (1 - Float(frame + 1) / 64)) < 1e-6) }
    #expect(rig.render() == [Float](repeating: 0, count: 64))
    rig.graph.setBypass(false, node: graph.nodeIDs[0])
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
  }

  @Test func aSideChainGetsItsConnections() throws {
    var graph = Graph()
    let source = graph.add(try .faulty())
    let node = graph.add(try .routing("aufx late Test"))
    graph.connect(source, to: node, inputBus: 1)
    graph.connectOutput(of: node)
    let rig = try Rig(graph)
    // A stereo source's left channel in a mono bus; the main input is silent.
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
  }

  @Test func anUnconnectedSideChainIsSilent() throws {
    let graph = Graph(chain: [try .faulty(), try .routing("aufx late Test")])
    let rig = try Rig(graph)
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.25, count: 64))
  }

  @Test func aBusThatDoesNotExistIsRefusedWithBothEnds() throws {
    let source = try Instance.faulty()
    let effect = try Instance.routing("aufx late Test")
    func graph(_ change: (inout Graph, Graph.NodeID, Graph.NodeID) -> Void) throws(HostError) {
      var graph = Graph()
      let first = graph.add(source)
      let second = graph.add(effect)
      change(&graph, first, second)
      _ = try PreparedGraph(graph, format: EngineFormat(sampleRate: 48000, frameCount: 64))
    }
    expectError(
      .graphInvalid,
      "output bus 1 of Faulty ('aumu falt Test') → input bus 0 of Late ('aufx late Test'): "
        + "Faulty ('aumu falt Test') has 1 output bus"
    ) { try graph { $0.connect($1, outputBus: 1, to: $2) } }
    expectError(.graphInvalid, "input bus 2 of Late") {
      try graph { $0.connect($1, to: $2, inputBus: 2) }
    }
    expectError(.graphInvalid, "the engine → input bus 0 of Faulty") {
      try graph { graph, first, _ in graph.connectInput(to: first) }
    }
    expectError(.graphInvalid, "output bus 5 of Late ('aufx late Test') → the engine") {
      try graph { graph, _, second in graph.connectOutput(of: second, outputBus: 5) }
    }
  }
}
