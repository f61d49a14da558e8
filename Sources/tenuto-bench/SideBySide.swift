import CTenuto
import Foundation
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoTransport

/// N trivial JACK clients and N extensions in one client, on the same server, in turn.
///
/// Both render the same voices. They are measured from the begin of the first to the end of the last
/// in a cycle, and by the processor time of all their processes and of the server: what is heard is
/// added up by the server there, and by the host here. The host's span holds its work before it wakes
/// anybody; that of the clients does not hold the server's.
struct SideBySide {
  let rounds: Int
  let seconds: Double
  let counts: [Int]

  /// Frames of a period: few, so that little of a cycle is rendering, but as many as a chain of
  /// JACK clients needs to be through.
  private static func frameCount(_ shape: Isolation.Shape) -> Int { shape == .wide ? 64 : 256 }

  /// What a cycle costs, in ns.
  private struct Cost {
    var spans: [Double] = []
    var processorTimes: [Double] = []
  }

  func run(into report: inout Report) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd") else {
      print("JACK side by side: not measured, jackd is not installed")
      return
    }
    CorePlacer.start()
    for shape in [Isolation.Shape.wide, .chain] {
      let server = try JACKServer(shape.rawValue, frameCount: Self.frameCount(shape))
      defer { server.stop() }
      for count in counts {
        var theirs = Cost()
        var ours = Cost()
        for _ in 0..<rounds {
          guard try measureClients(shape, count, server, into: &theirs) else {
            print("JACK, \(shape.rawValue), N = \(count): its clients did not come up")
            continue
          }
          try measureGraph(shape, count, server, into: &ours)
        }
        if !theirs.spans.isEmpty { add(theirs, ours, shape, count, into: &report) }
      }
    }
  }

  private func add(
    _ theirs: Cost, _ ours: Cost, _ shape: Isolation.Shape, _ count: Int, into report: inout Report
  ) {
    let name = "\(shape.rawValue), N = \(count)"
    let each = { (values: [Double]) in Spread(values).map { $0 / 1000 / Double(count) } }
    report.add("JACK clients, \(name), a node", "µs", each(theirs.spans))
    report.add("extensions in one client, \(name), a node", "µs", each(ours.spans))
    let spans = zip(ours.spans, theirs.spans).map { $0 / $1 }
    let bar: Double? = shape == .chain ? 0.5 : count >= 32 ? 1.1 : nil
    report.add("extensions / JACK clients, \(name)", "", Spread(spans), bar: bar)
    let times = zip(ours.processorTimes, theirs.processorTimes).map { $0 / $1 }
    report.add(
      "the same, processor time, \(name)", "", Spread(times),
      bar: shape == .wide && count >= 32 ? 0.8 : nil)
  }
}

// MARK: - The two sides

extension SideBySide {
  /// Whether all clients came up and rendered.
  private func measureClients(
    _ shape: Isolation.Shape, _ count: Int, _ server: JACKServer, into cost: inout Cost
  ) throws -> Bool {
    let text = try output(
      of: Surroundings.path(of: "tenuto-jack-floor"),
      [shape.rawValue, "\(count)", seconds.fixed(2), server.name, "\(server.identifier)"])
    let words = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard words.count == 4 else { return false }
    cost.spans.append(words[0])
    cost.processorTimes.append(words[2])
    return true
  }

  private func measureGraph(
    _ shape: Isolation.Shape, _ count: Int, _ server: JACKServer, into cost: inout Cost
  ) throws {
    let instances = try Isolation.instances(shape, count: count)
    defer { ParallelEnd.terminate(instances) }
    var options = JACKGraphEngine.Options()
    options.serverName = server.name
    let engine = try JACKGraphEngine(Self.graph(shape, instances), options: options)
    defer { engine.stop() }
    usleep(1_500_000)  // chains have got their cores
    let processes = instances.map(\.process.identifier) + [getpid(), server.identifier]
    let began = engine.reading
    let before = processes.reduce(0) { $0 + tenuto_process_time($1) }
    let spans = watch(engine)
    let after = processes.reduce(0) { $0 + tenuto_process_time($1) }
    let cycles = max(1, engine.reading.cycles - began.cycles)
    cost.spans.append(Spread(spans).median)
    cost.processorTimes.append(Double(after - before) / Double(cycles))
  }

  private static func graph(_ shape: Isolation.Shape, _ instances: [Instance]) -> Graph {
    if shape == .chain { return Graph(chain: instances) }
    var graph = Graph()
    for instance in instances { graph.connectOutput(of: graph.add(instance)) }
    return graph
  }

  /// Nanoseconds of each cycle.
  private func watch(_ engine: JACKGraphEngine) -> [Double] {
    var spans: [Double] = []
    var last: UInt64 = 0
    let end = MonotonicTime.after(milliseconds: UInt64(seconds * 1000))
    while MonotonicTime.now < end || spans.isEmpty {
      usleep(15_000)  // no more cycles than the engine keeps
      for cycle in engine.recentCycles where cycle.began > last {
        spans.append(Double(cycle.duration))
        last = cycle.began
      }
    }
    return spans
  }
}

/// A JACK server of its own, without hardware.
final class JACKServer {
  let name: String
  private let process = Process()
  /// Its process.
  var identifier: pid_t { process.processIdentifier }

  /// Starts it and waits until it answers.
  init(_ suffix: String, frameCount: Int) throws {
    name = "tenuto-bench-\(getpid())-\(suffix)"
    process.executableURL = URL(fileURLWithPath: "/usr/bin/jackd")
    process.arguments = [
      "-n", name, "-d", "dummy", "-r", "48000", "-p", "\(frameCount)", "-P", "2", "-C", "2",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<100 {
      usleep(50_000)
      // It complains of a server that is not there yet.
      let answer = try output(of: "/bin/sh", ["-c", "jack_wait -s \"$0\" -c 2>/dev/null", name])
      if answer.split(separator: "\n").contains("running") { return }
    }
    throw BenchError.hangs
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
