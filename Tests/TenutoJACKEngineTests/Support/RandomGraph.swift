import TenutoCore
import TenutoRender

/// A deterministic random graph of delays, mixers and placeholders between an input and an output.
struct RandomGraph {
  let graph: Graph
  let input: Graph.NodeID
  let output: Graph.NodeID
  let instances: [Instance]

  init(seed: UInt64) throws {
    var die = Die(state: seed)
    var graph = Graph()
    let input = graph.add(.audioInput(channelCount: 2), name: "input")
    var sources = [input]
    var instances: [Instance] = []
    for number in 0..<6 {
      let node: Graph.NodeID
      let busCount: Int
      switch die.roll(3) {
      case 0:
        let instance = try TestExtension.delay.start()
        instances.append(instance)
        node = graph.add(.instance(instance), name: "delay \(number)")
        busCount = 1
      case 1:
        busCount = 1 + die.roll(3)
        node = graph.add(
          .mixer(Mixer(inputs: [Int](repeating: 2, count: busCount))), name: "mixer \(number)")
      default:
        node = graph.add(.placeholder(Self.placeholder(number)), name: "missing \(number)")
        busCount = 1
      }
      for bus in 0..<busCount {
        // At most two: JACK adds in its own order.
        for _ in 0...die.roll(2) {
          graph.connect(sources[die.roll(sources.count)], to: node, inputBus: bus)
        }
      }
      sources.append(node)
    }
    let output = graph.add(.audioOutput(channelCount: 2), name: "output")
    graph.connect(sources[sources.count - 1], to: output)
    graph.connect(sources[1], to: output)
    (self.graph, self.input, self.output, self.instances) = (graph, input, output, instances)
  }

  private static func placeholder(_ number: Int) -> Placeholder {
    Placeholder(
      "aufx gone Test", name: "missing \(number)", layout: BusLayout(inputs: [2], outputs: [2]))
  }
}

/// A random number generator.
struct Die {
  var state: UInt64

  /// A number from 0 to below `count`.
  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
