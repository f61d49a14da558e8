import Dispatch
import Foundation
import Synchronization
import TenutoCore
import TenutoJACKEngine
import TenutoRender
import TenutoTransport

/// A session of 12 nodes in JACK: four times a Filter and a Delay between root and sink, and four
/// Sawtooths, one of which plays what arrives at the port `keys`.
final class BurstStage: Sendable {
  private let engine: JACKGraphEngine
  private let filters: [Graph.NodeID]
  private let delays: [Graph.NodeID]
  private let sawtooths: [Graph.NodeID]
  private let sink: Graph.NodeID
  private let cutoff: Parameter
  private let instances: [Instance]
  private let changes = Mutex(Changes())

  private struct Changes {
    /// The effect that an edit has added.
    var added: (node: Graph.NodeID, instance: Instance)?
    var error: (any Error)?
  }

  init(_ server: JACKServer) throws {
    var graph = Graph()
    var all: [Instance] = []
    func add(_ program: String, _ code: ComponentCode) throws -> [Graph.NodeID] {
      try (0..<4).map { _ in
        let instance = try Instance(
          executablePath: BenchEnvironment.path(of: program), code: code)
        all.append(instance)
        return graph.add(instance)
      }
    }
    let root = graph.add(.audioInput(channelCount: 1), name: "root")
    let keys = graph.add(.midiInput, name: "keys")
    sink = graph.add(.audioOutput(channelCount: 1), name: "sink")
    filters = try add("Filter", "aufx fltr Tnto")
    delays = try add("Delay", "aufx dely Tnto")
    sawtooths = try add("Sawtooth", "aumu saw1 Tnto")
    for (filter, delay) in zip(filters, delays) {
      graph.connect(root, to: filter)
      graph.connect(filter, to: delay)
      graph.connect(delay, to: sink)
    }
    for sawtooth in sawtooths { graph.connect(sawtooth, to: sink) }
    graph.connectMIDI(keys, to: sawtooths[0])
    instances = all
    guard let cutoff = all[0].description.parameters.first(where: { $0.identifier == "cutoff" })
    else { throw BenchError.hangs }
    self.cutoff = cutoff
    var options = JACKGraphEngine.Options()
    options.name = "bench"
    options.serverName = server.name
    engine = try JACKGraphEngine(graph, options: options)
  }

  /// The first error of an edit.
  var error: (any Error)? { changes.withLock { $0.error } }

  /// Edits as a user does: adds an effect, which starts a process, breaks and makes a connection,
  /// and removes the effect.
  func edit(_ number: Int) {
    changes.withLock { changes in
      do {
        try edit(number % 4, &changes)
      } catch {
        changes.error = changes.error ?? error
      }
    }
  }

  private func edit(_ step: Int, _ changes: inout Changes) throws {
    var graph = engine.graph
    switch (step, changes.added) {
    case (0, nil):
      let gain = try Instance(
        executablePath: BenchEnvironment.path(of: "Gain"), code: "aufx gain Tnto")
      let node = graph.add(gain)
      graph.connect(sawtooths[1], to: node)
      graph.connect(node, to: sink)
      changes.added = (node, gain)
      try engine.update(graph)
    case (1, _):
      graph.disconnect(filters[0], from: delays[0])
      try engine.update(graph)
    case (2, _):
      graph.connect(filters[0], to: delays[0])
      try engine.update(graph)
    case (3, let (node, gain)?):
      graph.remove(node)
      try engine.update(graph)
      gain.terminate()
      changes.added = nil
    default: break
    }
  }

  /// Sweeps the filters' cutoff.
  func setParameter(_ number: Int) {
    let value = cutoff.clamped(Float(200 + number * 7 % 4000))
    _ = engine.schedule(
      .parameter(address: cutoff.address, value: value), to: filters[number % filters.count],
      at: .immediately, originator: nil)
  }

  func close() {
    engine.stop()
    let added = changes.withLock { $0.added?.instance }
    ParallelEnd.terminate(instances + (added.map { [$0] } ?? []))
  }
}

/// Repeats something at a rate on a thread of its own.
final class Repeater: Sendable {
  private let count = Atomic(0)
  private let isStopping = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)
  private let start = MonotonicTime.now

  /// Starts, `rate` times a second; `body` is told how often it has run before.
  init(rate: Double, _ body: @escaping @Sendable (Int) -> Void) {
    let thread = Thread { [self] in
      while !isStopping.load(ordering: .relaxed) {
        let number = count.load(ordering: .relaxed)
        let rest = Double(number) / rate - seconds
        if rest > 0 { usleep(UInt32(rest * 1e6)) }
        body(number)
        count.store(number + 1, ordering: .relaxed)
      }
      ended.signal()
    }
    thread.start()
  }

  private var seconds: Double {
    Double(MonotonicTime.now.nanoseconds - start.nanoseconds) / 1e9
  }

  /// Stops, and returns how often a second it has run.
  func stop() -> Double {
    isStopping.store(true, ordering: .relaxed)
    ended.wait()
    return Double(count.load(ordering: .relaxed)) / seconds
  }
}
