import CTenuto
import Foundation
import TenutoComponents
import TenutoCore
import TenutoJACKEngine
import TenutoProcess
import TenutoRender

/// Real LV2 effects in three hosts, alternately: extensions of one JACK client, a jalv for each,
/// and one process that runs all of them.
///
/// All get noise from a private server. A plug-in's share of the server's load is its wall time;
/// the processor time is that of all processes and the server.
struct LV2SideBySide {
  let rounds: Int
  let seconds: Double
  let counts: [Int]
  /// The number and duration of runs for the count of xruns, with the largest number of effects.
  let longRounds: Int
  let longSeconds: Double

  static let frameCount = 256
  private static let sampleRate = 48000.0
  /// jackd allows 64 clients, including its own and those of the measurement.
  private static let mostClients = 58

  /// Effects of two packages, light and heavy ones.
  private static let effects =
    ["Delay", "Overdrive", "Limiter", "RezFilter", "Ambience", "Stereo"].map {
      "http://drobilla.net/plugins/mda/\($0)"
    } + ["urn:zamaudio:ZamComp", "urn:zamaudio:ZamEQ2"]

  private struct Sample {
    /// Nanoseconds of a cycle, for all effects.
    var wall: Double
    var processor: Double
    var xruns: Double
  }

  func run(into report: inout Report) throws {
    guard let components = try components() else { return }
    CorePlacer.start()
    var table: [String] = []
    for count in counts {
      var ours: [Sample] = []
      var jalv: [Sample] = []
      var inProcess: [Sample] = []
      for _ in 0..<rounds {
        inProcess += try measureInProcess(count).map { [$0] } ?? []
        ours.append(try measureExtensions(count, components, seconds: seconds).sample)
        if count <= Self.mostClients { jalv += try measureJalv(count).map { [$0] } ?? [] }
      }
      let hosts = [("in one process", inProcess), ("as extensions", ours), ("in jalv", jalv)]
      for (host, samples) in hosts {
        add(host, count, samples, into: &report)
        table.append(Self.line(host, count, samples))
      }
    }
    try countXruns(components, into: &report)
    print("Medians, of a plug-in and cycle in µs:")
    print("   N  LV2 effects            wall     processor  xruns")
    for line in table { print(line) }
  }

  private static func line(_ host: String, _ count: Int, _ samples: [Sample]) -> String {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func middle(_ value: (Sample) -> Double, _ scale: Double) -> String {
      samples.isEmpty ? "–" : (Spread(samples.map(value)).median / scale).fixed(2)
    }
    let each = 1000 * Double(count)
    let name = host + String(repeating: " ", count: max(0, 18 - host.count))
    return column("\(count)", 4) + "  " + name + column(middle(\.wall, each), 9)
      + column(middle(\.processor, each), 14) + column(middle(\.xruns, 1), 7)
  }

  private func add(
    _ host: String, _ count: Int, _ samples: [Sample], into report: inout Report
  ) {
    guard !samples.isEmpty else {
      print("LV2 \(host), N = \(count): not measured; \(reason(host, count))")
      return
    }
    let each = { (values: [Double]) in Spread(values).map { $0 / 1000 / Double(count) } }
    report.add("LV2 \(host), N = \(count), wall time of a plug-in", "µs", each(samples.map(\.wall)))
    report.add(
      "LV2 \(host), N = \(count), processor time of a plug-in", "µs", each(samples.map(\.processor))
    )
    report.add("LV2 \(host), N = \(count), xruns", "", Spread(samples.map(\.xruns)))
  }

  private func reason(_ host: String, _ count: Int) -> String {
    if host == "in jalv", count > Self.mostClients { return "a jackd takes 64 clients" }
    return host == "in jalv" ? "jalv did not come up; is it installed?" : "it did not come up"
  }

  /// The effects as components, alternately; nil if they are not installed.
  private func components() throws -> [Component]? {
    let found = try BenchEnvironment.lv2Components()
    let components = Self.effects.compactMap { uri in found.first { $0.source?.uri == uri } }
    guard components.count == Self.effects.count,
      FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd")
    else {
      print("LV2 side by side: not measured; install mda-lv2, zam-plugins and jackd2")
      return nil
    }
    return components
  }

  // MARK: - Counts

  /// Runs an idle client that measures the server while `processes` play; calls `begin` just
  /// before.
  private func measure(
    _ processes: [pid_t], on server: JACKServer, seconds: Double, begin: () -> Void = {}
  ) throws -> Sample? {
    let all = processes + [server.identifier]
    usleep(1_500_000)  // chains have their cores
    begin()
    let before = all.reduce(0) { $0 + tenuto_process_time($1) }
    let text = try Helper.output(
      ["watch", seconds.fixed(2), server.name], limit: Int(seconds) + 20)
    let after = all.reduce(0) { $0 + tenuto_process_time($1) }
    let words = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard words.count == 3, words[0] > 0 else { return nil }
    // The idle client starts half a second before it counts.
    let cycles = words[0] * (seconds + 0.5) / seconds
    let period = Double(Self.frameCount) / Self.sampleRate * 1e9
    return Sample(
      wall: words[2] / 100 * period, processor: Double(after - before) / cycles, xruns: words[1])
  }

  private func measureInProcess(_ count: Int) throws -> Sample? {
    let server = try JACKServer("lv2", frameCount: Self.frameCount)
    defer { server.stop() }
    let helper = try Helper(["host", "\(count)", server.name] + Self.effects)
    defer { helper.end() }
    guard helper.line(limit: 60) == "ready" else { return nil }
    return try measure([helper.identifier], on: server, seconds: seconds)
  }

  private func measureJalv(_ count: Int) throws -> Sample? {
    let program = "/usr/bin/jalv"
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let server = try JACKServer("jalv", frameCount: Self.frameCount)
    defer { server.stop() }
    var clients: [Helper] = []
    defer { for client in clients { client.end() } }
    for index in 0..<count {
      let uri = Self.effects[index % Self.effects.count]
      let environment = ["JACK_DEFAULT_SERVER": server.name, "JACK_NO_START_SERVER": "1"]
      clients.append(try Helper(["-x", "-n", "fx\(index)", uri], of: program, environment))
      guard try Self.eventually({ try server.clientCount("fx") == index + 1 }) else { return nil }
    }
    let source = try Helper(["noise", server.name])
    defer { source.end() }
    guard let connected = source.line(limit: 30).flatMap({ Int($0) }), connected >= count else {
      return nil
    }
    return try measure(
      (clients + [source]).map(\.identifier), on: server, seconds: seconds)
  }

  private func measureExtensions(
    _ count: Int, _ components: [Component], seconds: Double
  ) throws -> (sample: Sample, misses: UInt64) {
    let server = try JACKServer("ours", frameCount: Self.frameCount)
    defer { server.stop() }
    let noise = try Instance(
      executablePath: BenchEnvironment.path(of: "Noise"), code: "augn nois Tnto")
    var instances = [noise]
    defer { ParallelEnd.terminate(instances) }
    var graph = Graph()
    let source = graph.add(noise)
    var nodes: [Graph.NodeID] = []
    for index in 0..<count {
      let instance = try Instance(components[index % components.count])
      instances.append(instance)
      let node = graph.add(instance)
      nodes.append(node)
      graph.connect(source, to: node)
      graph.connectOutput(of: node)
    }
    var options = JACKGraphEngine.Options()
    options.serverName = server.name
    let engine = try JACKGraphEngine(graph, options: options)
    defer { engine.stop() }
    let processes = instances.map(\.process.identifier) + [getpid()]
    func misses() -> UInt64 {
      let readings = engine.readings()
      return nodes.reduce(0) { $0 + (readings[$1]?.misses ?? 0) }
    }
    var before: UInt64 = 0
    let sample = try measure(processes, on: server, seconds: seconds) { before = misses() }
    guard let sample else { throw BenchError.hangs }
    return (sample, misses() - before)
  }

  /// Xruns with the most effects, and of an idle server, alternately.
  private func countXruns(_ components: [Component], into report: inout Report) throws {
    let count = counts.max() ?? 0
    var (idle, busy, beyond, missed) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<longRounds {
      let server = try JACKServer("idle", frameCount: Self.frameCount)
      let quiet = try measure([], on: server, seconds: longSeconds)
      server.stop()
      let (sample, misses) = try measureExtensions(count, components, seconds: longSeconds)
      guard let quiet else { throw BenchError.hangs }
      idle.append(quiet.xruns)
      busy.append(sample.xruns)
      beyond.append(max(0, sample.xruns - quiet.xruns))
      missed.append(Double(misses))
    }
    let name = "\(count) LV2 effects as \(count) processes, \(longSeconds.fixed(0)) s"
    report.add("xruns of an idle client, \(longSeconds.fixed(0)) s", "", Spread(idle))
    report.add("xruns, \(name)", "", Spread(busy))
    report.add("xruns beyond an idle client's, \(name)", "", Spread(beyond), bar: 0)
    report.add("cycles that a plug-in missed, \(name)", "", Spread(missed), bar: 0)
  }

  private static func eventually(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<200 {
      if try condition() { return true }
      usleep(50_000)
    }
    return false
  }
}

extension JACKServer {
  /// The number of clients with this prefix that have ports.
  fileprivate func clientCount(_ prefix: String) throws -> Int {
    let text = try Helper.run("/usr/bin/jack_lsp", ["-s", name], limit: 10)
    let names = text.split(separator: "\n").compactMap { $0.split(separator: ":").first }
    return Set(names.filter { $0.hasPrefix(prefix) }).count
  }
}

/// A program that runs until its standard input ends, and so not longer than this process.
private final class Helper {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  var identifier: pid_t { process.processIdentifier }

  /// Starts `tenuto-lv2-floor`, or another program.
  init(
    _ arguments: [String], of program: String = BenchEnvironment.path(of: "tenuto-lv2-floor"),
    _ environment: [String: String] = [:]
  ) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Returns its first line of output; nil after `limit` seconds.
  func line(limit: Int) -> String? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&look, 1, Int32(limit * 1000)) == 1 else { return nil }
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init)
  }

  /// Closes its input, and kills it after two seconds.
  func end() {
    try? input.fileHandleForWriting.close()
    for _ in 0..<200 where process.isRunning { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Returns the output of `tenuto-lv2-floor`, which is killed after `limit` seconds.
  static func output(_ arguments: [String], limit: Int) throws -> String {
    try run(BenchEnvironment.path(of: "tenuto-lv2-floor"), arguments, limit: limit)
  }

  static func run(_ program: String, _ arguments: [String], limit: Int) throws -> String {
    try tenuto_bench.output(of: program, arguments, seconds: limit)
  }
}
