import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoTransport
import TestSupport

/// The work of a render thread besides chains: MIDI between nodes in both protocols and to outputs,
/// ramps, scheduled events, musical contexts, bypasses, replacements, an ended process.
enum RoutingScene {
  /// The nodes by their purpose.
  private struct Nodes {
    let octave, flood, old, probe, level, late, time, doomed: Graph.NodeID
  }

  static func play(_ watch: inout RenderWatch) throws -> PreparedGraph {
    var graph = Graph()
    let nodes = try connect(&graph)
    let rig = try Rig(graph)
    let prepared = rig.graph
    rig.render()
    let swapped = Locked(0)
    var outputCount = 0
    for number in 0..<1000 {
      try control(number, prepared, nodes, swapped)
      // Not in the cycle: these calls take a lock.
      let octave = prepared.slotNumber(of: nodes.octave)
      let level = prepared.slotNumber(of: nodes.level)
      watch.cycle { outputCount += cycle(number, prepared, octave, level) }
    }
    let hasSwapped = eventually {
      rig.render()
      return swapped.withLock { $0 == 3 }
    }
    print("MIDI out: \(outputCount > 1000), swapped: \(hasSwapped)")
    return prepared
  }

  private static func instance(_ code: ComponentCode) throws -> Instance {
    try Instance(built: "RoutingExtension", code)
  }

  private static func connect(_ graph: inout Graph) throws -> Nodes {
    let nodes = Nodes(
      octave: graph.add(try instance("aumi octv Test")),
      flood: graph.add(try instance("aumi flod Test")),
      old: graph.add(try instance("aumu old1 Test")),
      probe: graph.add(try instance("aumu prob Test")),
      level: graph.add(try instance("aumu levl Test")),
      late: graph.add(try instance("aufx late Test")),
      time: graph.add(try instance("augn time Test")), doomed: graph.add(try .faulty()))
    graph.connectMIDI(nodes.octave, to: nodes.old)
    graph.connectMIDI(nodes.octave, to: nodes.probe)
    graph.connectMIDI(nodes.flood, to: nodes.probe)
    graph.connectMIDIOutput(of: nodes.octave)
    graph.connectMIDIOutput(of: nodes.flood)
    graph.connect(nodes.level, to: nodes.late)
    for node in [nodes.old, nodes.probe, nodes.late, nodes.time, nodes.doomed] {
      graph.connectOutput(of: node)
    }
    return nodes
  }

  /// The control thread's work before cycle `number`.
  private static func control(
    _ number: Int, _ graph: PreparedGraph, _ nodes: Nodes, _ swapped: Locked<Int>
  ) throws {
    for offset in [200, 10, 70] as [Int64] {
      let value = Float(number % 100) / 100
      _ = graph.schedule(
        .parameter(address: 0, value: value), to: nodes.level,
        at: .sampleTime(graph.sampleTime + offset))
    }
    if number % 50 == 0 {
      for node in [nodes.octave, nodes.late, nodes.level] {
        graph.setBypass(number % 100 == 0, node: node)
      }
    }
    let codes: [Int: (Graph.NodeID, ComponentCode)] = [
      300: (nodes.octave, "aumi octv Test"), 320: (nodes.late, "aufx late Test"),
      340: (nodes.old, "aumu old1 Test"),
    ]
    if let (node, code) = codes[number] {
      try graph.replace(node, with: try instance(code)) { _ in swapped.withLock { $0 += 1 } }
    }
    if number == 600 { graph.instances[graph.instances.count - 1].process.terminate() }
  }

  /// Renders a cycle; returns its MIDI output.
  private static func cycle(
    _ number: Int, _ graph: PreparedGraph, _ octave: Int, _ level: Int
  ) -> Int {
    let renderer = unsafe graph.renderer
    let note = UInt8(20 + number % 60)
    let channel = UInt32(number % 16)
    func send(_ payload: TimedEvent.Payload, at frame: Int, to slot: Int) {
      unsafe renderer.pointee.send(
        TimedEvent(frameOffset: UInt32(frame), payload: payload), toSlot: slot)
    }
    // In both protocols, some out of order.
    send(.midi(UMP(0x4090_0000 | channel << 16 | UInt32(note) << 8, 9 << 24)), at: 40, to: octave)
    send(.midi(UMP(0x2080_0040 | channel << 16 | UInt32(note) << 8)), at: 20, to: octave)
    send(.midi(UMP(0x20B0_4A00 | channel << 16 | UInt32(note))), at: 30, to: octave)
    send(.midi(UMP(0x4020_0006 | channel << 16, 7 << 20)), at: 1, to: octave)
    send(.ramp(address: 0, value: 0.5, frameCount: 100), at: 33, to: level)
    for frame in [0, 16, 48] {
      var context = MusicalContext(tempo: 100 + Double(frame))
      context.isPlaying = true
      unsafe renderer.pointee.addContext(context, frameOffset: frame)
    }
    unsafe renderer.pointee.render(
      frameCount: 64, until: .after(milliseconds: 10_000), isRealtime: true)
    return unsafe renderer.pointee.outputEventCount
  }
}
