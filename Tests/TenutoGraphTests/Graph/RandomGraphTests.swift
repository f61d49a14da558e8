import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// Random graphs compared with a trivial renderer.
struct RandomGraphTests {
  @Test func aThousandGraphsSoundLikeTheReference() throws {
    var random = SeededRandom(seed: 5)
    let pool = [
      try Instance.faultyEffect(), try .faultyEffect(), try .wire(), try .late(), try .late(),
    ]
    for number in 0..<1000 {
      let graph = RandomGraph(pool, using: &random).graph
      let stage = try Stage(graph, inputCount: 3, outputCount: 4)
      var frames: [Int] = []
      for _ in 0..<3 { frames.append(Int.random(in: 1...64, using: &random)) }
      for count in frames { stage.render(frameCount: count) }
      let reference = ReferenceRenderer(graph, frameCount: stage.frame)
      let expected = reference.outputs(count: 4)
      #expect(stage.heard == expected, "graph \(number)")
      #expect(stage.graph.readings().allSatisfy { $0.misses == 0 })
      guard stage.heard == expected else { return }
    }
  }

  @Test func randomEditsLeaveOtherNodesUntouched() throws {
    var random = SeededRandom(seed: 9)
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let other = graph.add(.audioOutput(channelCount: 2), name: "Other")
    let steady = [
      graph.add(try .late()), graph.add(.mixer(Mixer(inputs: [2, 2])), name: "Steady"),
    ]
    graph.connect(input, to: steady[0])
    graph.connect(steady[0], to: steady[1])
    graph.connect(input, to: steady[1], inputBus: 1)
    graph.connect(steady[1], to: output)
    var nodes = (0..<6).map { graph.add(.mixer(Mixer(inputs: [2, 1])), name: "\($0)") }
    for _ in 0..<2 { nodes.append(graph.add(try .faultyEffect())) }
    let stage = try Stage(graph) { channel, frame in channel == 0 ? Stage.noise(0, frame) : 0.5 }
    for _ in 0..<60 {
      try stage.edit { graph in
        let places = nodes.indices.shuffled(using: &random).prefix(2).sorted()
        let (from, to) = (nodes[places[0]], nodes[places[1]])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: graph.disconnect(from, from: to)
        case 1: graph.connect(input, to: from)
        case 2: graph.connect(to, to: other)
        case 3: graph.disconnect(to, from: other)
        default: graph.connect(from, to: to)
        }
      }
      stage.render(Int.random(in: 1...4, using: &random))
    }
    // The constant chain: half of it and all of it, 37 frames later.
    let expected = (0..<stage.frame).map { $0 < 37 ? 0 : Stage.noise(0, $0 - 37) * 1.5 }
    #expect(stage.heard[0] == expected)
    let loudest = stage.heard[3].map { abs($0) }.max() ?? 0
    #expect(loudest > 0.5)
    #expect(stage.largestStep(3) <= 2 * loudest / 64 + 1e-5)
    #expect(stage.graph.readings().allSatisfy { $0.misses == 0 })
  }
}

/// A graph of all kinds of nodes, connected at random.
private struct RandomGraph {
  var graph = Graph()

  init(_ pool: [Instance], using random: inout SeededRandom) {
    var nodes = [
      graph.add(.audioInput(channelCount: 2), name: "In"),
      graph.add(.audioInput(channelCount: 1), name: "Mono"),
      graph.add(.audioOutput(channelCount: 2), name: "Out"),
    ]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      nodes.append(graph.add(Self.content(using: &random), name: "Node"))
    }
    let count = Int.random(in: 0...pool.count, using: &random)
    nodes += pool.shuffled(using: &random).prefix(count).map { graph.add($0) }
    nodes.shuffle(using: &random)
    for (place, source) in nodes.enumerated() {
      for destination in nodes[(place + 1)...] {
        connect(source, destination, using: &random)
      }
      connectEngine(source, using: &random)
    }
  }

  private static func content(using random: inout SeededRandom) -> Graph.Content {
    func channels() -> Int { Int.random(in: 1...2, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let layout = BusLayout(inputs: [channels()], outputs: [channels()])
      return .placeholder(Placeholder("aufx none Test", name: "Missing", layout: layout))
    }
    let inputs = (0..<Int.random(in: 1...3, using: &random)).map { _ in channels() }
    return .mixer(Mixer(inputs: inputs, outputChannelCount: channels()))
  }

  private mutating func connect(
    _ source: Graph.NodeID, _ destination: Graph.NodeID, using random: inout SeededRandom
  ) {
    guard let outputs = graph[source]?.layout.outputs,
      let inputs = graph[destination]?.layout.inputs
    else { return }
    for (outputBus, channels) in outputs.enumerated() where channels > 0 {
      for (inputBus, channels) in inputs.enumerated() where channels > 0 {
        guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
        graph.connect(source, outputBus: outputBus, to: destination, inputBus: inputBus)
      }
    }
  }

  private mutating func connectEngine(_ node: Graph.NodeID, using random: inout SeededRandom) {
    guard let layout = graph[node]?.layout else { return }
    if let channels = layout.inputs.first, channels > 0,
      Int.random(in: 0..<8, using: &random) == 0
    {
      graph.connectInput(to: node, firstChannel: Int.random(in: 0...2, using: &random))
    }
    if let channels = layout.outputs.first, channels > 0,
      Int.random(in: 0..<3, using: &random) == 0
    {
      let isSpread = Bool.random(using: &random)
      graph.connectOutput(
        of: node, firstChannel: isSpread ? nil : Int.random(in: 0...3, using: &random))
    }
  }
}
