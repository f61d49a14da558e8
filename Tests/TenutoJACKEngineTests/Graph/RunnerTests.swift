import Glibc
import TenutoCore
import TenutoJACK
import TenutoProcess
import TenutoRender
import Testing

@testable import TenutoJACKEngine

extension JACKEngineTests {
  /// One thread for the clients of all nodes: JACK decides when each may run, even while other
  /// programs change connections.
  @Suite(
    .serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire's clients have their own threads"))
  struct RunnerTests {
    private static let frameCount = 64
    private static let length = 12_000 * frameCount

    /// Two halves: the second gets the output of the first, until another program changes
    /// connections.
    private struct Halves {
      let instances: [Instance]
      var graph = Graph()
      let nodes: [Graph.NodeID]
      let input: Graph.NodeID
      let output: Graph.NodeID

      init() throws {
        instances = try (0..<2).map { _ in try TestExtension.half() }
        input = graph.add(.audioInput(channelCount: 1), name: "input")
        output = graph.add(.audioOutput(channelCount: 1), name: "output")
        nodes = [
          graph.add(.instance(instances[0]), name: "first"),
          graph.add(.instance(instances[1]), name: "second"),
        ]
        graph.connect(input, to: nodes[0])
        graph.connect(nodes[0], to: nodes[1])
        graph.connect(nodes[1], to: output)
      }

      func options(_ server: JACKServer) -> JACKGraphEngine.Options {
        var options = JACKGraphEngine.Options()
        options.clients = .each
        options.serverName = server.name
        options.rules = [
          input: [PortRule(pattern: "voice:*")], output: [PortRule(pattern: "capture:*")],
        ]
        return options
      }

      func end() { instances.forEach { $0.terminate() } }
    }

    /// A cycle is some quarters of the voice's, all of it and none of the cycle before.
    @Test func connectionsByOthersTakeEffectCycleByCycle() throws {
      let server = try JACKServer(frameCount: Self.frameCount, isSynchronous: true)
      defer { server.stop() }
      let halves = try Halves()
      defer { halves.end() }
      let (voice, capture) = (try Voice(server), try CaptureClient(server))
      let passing = try Passing(server)
      defer {
        voice.close()
        capture.close()
        passing.client.close()
      }
      let engine = try JACKGraphEngine(halves.graph, options: halves.options(server))
      defer { engine.stop() }
      #expect(eventually { engine.sharedClientCount == 3 })
      try capture.client.setFreewheel(true)
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 4 })
      #expect(eventually { engine.handedOnCycleCount > 100 })
      let handedOnCount = engine.handedOnCycleCount
      capture.arm(Self.length)
      voice.sing()
      try patch(capture)
      #expect(eventually { capture.isFull })
      // The first half hands on to the second whenever nothing else is connected to either.
      #expect(engine.handedOnCycleCount > handedOnCount + 100)
      try capture.client.setFreewheel(false)
      let quarters = Self.quarters(capture.heard)
      #expect(quarters.firstIndex(of: nil) == nil)
      #expect(capture.gaps == 0)
      // Each path alone, and both together.
      #expect(Set(quarters).isSuperset(of: [1, 2, 3]))
      #expect(engine.sharedClientCount == 3)
    }

    /// Patches until the capture is full: the paths from the voice, from the first half, and from the first
    /// half by way of another program, to the second half.
    private func patch(_ capture: CaptureClient) throws {
      let paths = [
        ("voice:out", "second:in_1"), ("first:out_1", "second:in_1"),
        ("passing:out", "second:in_1"), ("first:out_1", "passing:in"),
      ]
      var connected = [false, true, false, false]
      var die = Die(state: 3)
      while !capture.isFull {
        let path = die.roll(paths.count)
        if connected[path] {
          try capture.client.disconnect(from: paths[path].0, to: paths[path].1)
        } else {
          try capture.client.connect(from: paths[path].0, to: paths[path].1)
        }
        connected[path].toggle()
      }
    }

    /// The number of quarters of the voice in each cycle; nil for other content.
    private static func quarters(_ heard: [Float]) -> [Int?] {
      stride(from: 0, to: heard.count - frameCount + 1, by: frameCount).map { start in
        (0...4).first { quarters in
          (0..<frameCount).allSatisfy {
            heard[start + $0] == voiceSample(start + $0) * Float(quarters) / 4
          }
        }
      }
    }

    /// An extension that hands on stops or ends: the next one goes on with the host's input, and is
    /// handed on to again.
    @Test(arguments: [SIGSTOP, SIGKILL])
    func theNextClientOutlivesTheOneThatHandsOnToIt(signal: Int32) throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let halves = try Halves()
      defer { halves.end() }
      let substitute = signal == SIGKILL ? try TestExtension.half() : nil
      defer { substitute?.terminate() }
      let voice = try Voice(server)
      defer { voice.close() }
      let engine = try JACKGraphEngine(halves.graph, options: halves.options(server))
      defer { engine.stop() }
      #expect(eventually { engine.handedOnCycleCount > 100 })
      let before = try #require(engine.readings()[halves.nodes[1]])
      let first = halves.instances[0].process.identifier
      kill(first, signal)
      #expect(
        eventually {
          let reading = engine.readings()[halves.nodes[1]]
          return reading?.cycles ?? 0 > before.cycles + 300
        })
      let after = try #require(engine.readings()[halves.nodes[1]])
      #expect(after.cycles - before.cycles > 10 * (after.misses - before.misses))
      let handedOnCount = engine.handedOnCycleCount
      if let substitute {
        try engine.slot(of: halves.nodes[0]).replace(with: substitute) { _ in }
      } else {
        kill(first, SIGCONT)
      }
      #expect(eventually { engine.handedOnCycleCount > handedOnCount + 100 })
    }

    @Test func aClientHasItsOwnThreadBeforeItLeaves() throws {
      let server = try JACKServer(frameCount: 256, isSynchronous: true)
      defer { server.stop() }
      let halves = try Halves()
      defer { halves.end() }
      let (voice, capture) = (try Voice(server), try CaptureClient(server))
      defer {
        voice.close()
        capture.close()
      }
      let engine = try JACKGraphEngine(halves.graph, options: halves.options(server))
      defer { engine.stop() }
      #expect(eventually { engine.sharedClientCount == 3 })
      var graph = halves.graph
      graph.remove(halves.nodes[0])
      try engine.update(graph)
      #expect(eventually { engine.sharedClientCount == 2 })
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 20 })
      graph.connect(halves.input, to: halves.nodes[1])
      try engine.update(graph)
      capture.arm(100 * 256)
      voice.sing()
      #expect(eventually { capture.isFull })
      #expect(server.pid != 0)
    }
  }
}

/// A client that passes its input on.
private struct Passing {
  let client: JACKClient

  init(_ server: JACKServer) throws {
    client = try JACKClient(name: "passing", serverName: server.name)
    let input = try client.registerPort("in", kind: .audio, direction: .input)
    let output = try client.registerPort("out", kind: .audio, direction: .output)
    try client.setProcessor(Passer(input: input, output: output))
    try client.activate()
  }
}

struct Passer: JACKProcessor {
  let input: JACKPort
  let output: JACKPort
  static var entry: JACKProcessFunction { unsafe passCycle }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    guard let from = unsafe cycle.unsafeSamples(input), let to = unsafe cycle.unsafeSamples(output)
    else { return .goOn }
    for frame in 0..<cycle.frameCount { unsafe to[frame] = from[frame] }
    return .goOn
  }
}

@_noLocks func passCycle(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<Passer>.run(frameCount, context)
}
