import CTenuto
import Foundation
import TenutoCore
import TenutoJACKEngine
import TenutoProcess
import TenutoRender

/// The cost of a JACK period: JACK clients compared with Tenuto's ways, on the same server,
/// alternately.
///
/// All render the same gain. `tenuto-jack-floor` measures all alike: from the end of a client
/// "root", which feeds all nodes, to the start of a client "sink", which receives all; and the
/// processor time of all processes including the server.
struct JACKPeriod {
  let rounds: Int
  let seconds: Double
  let frameCounts: [Int]
  /// Nodes in parallel, and in a chain.
  let nodeCounts: [Int]

  /// The hosts of the gains.
  enum HostKind: String, CaseIterable {
    case clients = "JACK clients"
    case one = "--clients one"
    case each = "--clients each"
    case jalv

    /// The time limit as a share of the time of JACK clients.
    func bar(_ patch: PeriodPatch) -> Double? {
      switch (self, patch.shape) {
      case (.one, .wide): patch.nodeCount >= 16 ? 1.1 : patch.nodeCount == 8 ? 1.4 : nil
      case (.one, .chain): patch.nodeCount >= 8 ? 0.5 : nil
      case (.one, .patch): 0.6
      case (.each, .chain): patch.nodeCount >= 8 ? 1.6 : nil
      case (.each, .wide): patch.nodeCount >= 8 ? 1.5 : nil
      case (.each, .patch): 1.5
      case (.clients, _), (.jalv, _), (_, .empty): nil
      }
    }
  }

  typealias Run = RootToSink.Reading

  func run(into report: inout Report) throws {
    guard JACKServer.isInstalled else {
      print("a period in JACK: not measured, jackd is not installed")
      return
    }
    CorePlacer.start()
    let patches = nodeCounts.map(PeriodPatch.wide) + nodeCounts.map(PeriodPatch.chain) + [.patch]
    for frames in frameCounts {
      let server = try JACKServer("\(frames)", frameCount: frames)
      defer { server.stop() }
      var costs = PeriodCosts(
        frames: frames, coreCount: ProcessInfo.processInfo.activeProcessorCount)
      var table: [(patch: PeriodPatch, runs: PeriodCosts.Runs)] = []
      for (index, patch) in patches.enumerated() {
        // Along the whole table, since the machine changes its pace within minutes.
        if !isQuick, index * few % patches.count < few { try measure(&costs, server) }
        let rounds = patch.nodeCount < 8 ? few : rounds
        let kinds = self.kinds(patch, frames)
        let runs = try measure(patch, kinds, rounds: rounds, server)
        for kind in kinds where runs[kind]?.count ?? 0 < rounds && kind != .jalv {
          print("\(kind.rawValue), \(patch.name), \(frames) frames: some rounds did not come up")
        }
        add(runs.filter { $0.value.count == rounds }, patch, frames, into: &report)
        table.append((patch, runs))
      }
      if isQuick { continue }
      try HopCosts(frames: frames).add(frames: frames, into: &report)
      costs.add(into: &report)
      for (patch, runs) in table { costs.compare(runs, patch, into: &report) }
      costs.predict(patches, into: &report)
    }
  }

  private func measure(_ costs: inout PeriodCosts, _ server: JACKServer) throws {
    for patch in PeriodCosts.patches {
      costs.add(try measure(patch, [.clients, .one], rounds: 1, server), of: patch)
    }
  }

  /// Whether to leave out the model and jalv.
  private var isQuick: Bool { rounds == 1 }

  /// The rounds of what has no bar.
  private var few: Int { min(rounds, 3) }

  /// All at 64 and 256 frames for usual sizes, except in a quick run; otherwise those that the model
  /// predicts.
  private func kinds(_ patch: PeriodPatch, _ frames: Int) -> [HostKind] {
    let isUsual = [8, 17, 32].contains(patch.nodeCount)
    if !isQuick, frames != 128, isUsual { return HostKind.allCases }
    return frames == 64 ? [.clients, .one, .each] : [.clients, .one]
  }

  private func measure(
    _ patch: PeriodPatch, _ kinds: [HostKind], rounds: Int, _ server: JACKServer
  ) throws -> [HostKind: [Run]] {
    var runs: [HostKind: [Run]] = [:]
    for _ in 0..<rounds {
      for kind in kinds {
        if let run = try run(kind, patch, server) { runs[kind, default: []].append(run) }
      }
    }
    return runs
  }

  private func add(
    _ runs: [HostKind: [Run]], _ patch: PeriodPatch, _ frames: Int, into report: inout Report
  ) {
    for kind in HostKind.allCases {
      guard let own = runs[kind] else { continue }
      let name = "\(kind.rawValue), \(patch.name), \(frames) frames"
      report.add("root → sink, \(name)", "µs", Spread(own.map { $0.span / 1000 }))
      report.add("the same, p99, \(name)", "µs", Spread(own.map { $0.lateSpan / 1000 }))
      guard kind != .clients, let base = runs[.clients] else { continue }
      compare(kind, own, with: base, patch, frames, into: &report)
    }
  }

  private func compare(
    _ kind: HostKind, _ runs: [Run], with base: [Run], _ patch: PeriodPatch, _ frames: Int,
    into report: inout Report
  ) {
    let name = "\(kind.rawValue) / JACK clients, \(patch.name), \(frames) frames"
    let spans = zip(runs, base).map { $0.span / $1.span }
    report.add(name, "", Spread(spans), bar: kind.bar(patch))
    let times = zip(runs, base).map { $0.processorTime / $1.processorTime }
    let isBarred = kind == .one && patch.shape == .wide && patch.nodeCount >= 16
    report.add("processor time, \(name)", "", Spread(times), bar: isBarred ? 0.9 : nil)
  }
}

// MARK: - The ways

extension JACKPeriod {
  private func run(_ kind: HostKind, _ patch: PeriodPatch, _ server: JACKServer) throws -> Run? {
    switch kind {
    case .clients:
      try RootToSink(ownClientCount: patch.nodeCount, seconds: seconds)
        .measure(patch.words { "floor\($0)" }, on: server)
    case .one, .each: try runEngine(patch, server, kind == .one ? .one : .each)
    case .jalv: try runJalv(patch, server)
    }
  }

  private func runEngine(
    _ patch: PeriodPatch, _ server: JACKServer, _ clients: JACKGraphEngine.Clients
  ) throws -> Run? {
    let instances = try (0..<patch.nodeCount).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "FloorVoice"), code: "aufx flrg Tnto")
    }
    defer { ParallelEnd.terminate(instances) }
    var options = JACKGraphEngine.Options()
    options.clients = clients
    options.name = "bench"
    options.serverName = server.name
    let engine: JACKGraphEngine
    do {
      engine = try JACKGraphEngine(Self.graph(patch, instances, clients), options: options)
    } catch {
      print("\(patch.name): \(error)")  // a round less, instead of the whole run
      return nil
    }
    defer { engine.stop() }
    let words =
      clients == .one ? PeriodPatch.words(around: "bench") : patch.words { "gain\($0)" }
    return try RootToSink(seconds: seconds)
      .measure(words, on: server, besides: instances.map(\.process.identifier) + [getpid()])
  }

  private static func graph(
    _ patch: PeriodPatch, _ instances: [Instance], _ clients: JACKGraphEngine.Clients
  ) -> Graph {
    var graph = Graph()
    let nodes = instances.map { graph.add($0) }
    for (index, node) in nodes.enumerated() { graph.rename(node, "gain\(index)") }
    // With a client for each node, root and sink are connected to the nodes' own ports.
    let root = clients == .one ? graph.add(.audioInput(channelCount: 1), name: "root") : nil
    let sink = clients == .one ? graph.add(.audioOutput(channelCount: 1), name: "sink") : nil
    for connection in patch.connections {
      let source = connection.source.map { nodes[$0] } ?? root
      let destination = connection.destination.map { nodes[$0] } ?? sink
      if let source, let destination { graph.connect(source, to: destination) }
    }
    return graph
  }

  /// The usual setup on Linux: an LV2 gain in each of many hosts.
  private func runJalv(_ patch: PeriodPatch, _ server: JACKServer) throws -> Run? {
    guard let jalv = Jalv.path else { return nil }
    let hosts = try (0..<patch.nodeCount).map {
      try Jalv(jalv, name: "jalv\($0)", server: server.name)
    }
    defer { hosts.forEach { $0.stop() } }
    return try RootToSink(seconds: seconds)
      .measure(patch.words { "jalv\($0)" }, on: server, besides: hosts.map(\.identifier))
  }
}

/// jalv with the gain of the LV2 examples, which is mono like the others.
private final class Jalv {
  private let process = Process()
  private let input = Pipe()
  var identifier: pid_t { process.processIdentifier }

  /// Its path, if both are installed.
  static var path: String? {
    let path = "/usr/bin/jalv"
    let files = FileManager.default
    let isThere =
      files.isExecutableFile(atPath: path) && files.fileExists(atPath: "/usr/lib/lv2/eg-amp.lv2")
    return isThere ? path : nil
  }

  /// Starts one, which ends with this process.
  init(_ path: String, name: String, server: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--pdeathsig", "KILL", path, "-n", name, "-x", "http://lv2plug.in/plugins/eg-amp",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["JACK_DEFAULT_SERVER": server]) { $1 }
    process.standardInput = input  // jalv ends at the end of its input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
