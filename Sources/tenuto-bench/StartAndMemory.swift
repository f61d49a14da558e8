import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoTransport

/// The duration of a start, and the private memory of an idle instance.
struct StartAndMemory {
  let rounds: Int

  func run(into report: inout Report) throws {
    var times: [Double] = []
    for _ in 0..<rounds { times.append(try start() / 1e6) }
    report.add("spawn to first rendered cycle, Sawtooth", "ms", Spread(times), bar: 8)
    var sessions: [Double] = []
    for _ in 0..<max(5, rounds / 5) { sessions.append(try session() / 1e6) }
    report.add(
      "start of 64 Sawtooths, allocated, to the first cycle", "ms", Spread(sessions), bar: 1000)
    try memory(into: &report)
  }

  /// Nanoseconds from the launch to the first cycle of 64 instances.
  private func session() throws -> Double {
    var instances: [Instance] = []
    defer { ParallelEnd.terminate(instances) }
    return try nanoseconds {
      instances = try Capacity.sawtooths(64)
      let prepared = try Self.prepare(instances, frames: 128)
      unsafe prepared.renderer.pointee.render(
        frameCount: 128, until: .after(milliseconds: 5000), isRealtime: true)
    }
  }

  private func start() throws -> Double {
    var instance: Instance?
    let time = try nanoseconds {
      let saw = try Instance(
        executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
      let prepared = try Self.prepare([saw], frames: 128)
      unsafe prepared.renderer.pointee.render(
        frameCount: 128, until: .after(milliseconds: 5000), isRealtime: true)
      instance = saw
    }
    instance?.terminate()
    return time
  }

  static func prepare(_ instances: [Instance], frames: Int) throws -> PreparedGraph {
    try prepare(instances, format: EngineFormat(sampleRate: 48000, frameCount: frames))
  }

  static func prepare(_ instances: [Instance], format: EngineFormat) throws -> PreparedGraph {
    var graph = Graph()
    for instance in instances { graph.connectOutput(of: graph.add(instance)) }
    return try PreparedGraph(graph, format: format)
  }

  private func memory(into report: inout Report) throws {
    let instances = try (0..<32).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
    }
    defer { for instance in instances { instance.terminate() } }
    let prepared = try Self.prepare(instances, frames: 128)
    for _ in 0..<200 {
      unsafe prepared.renderer.pointee.render(
        frameCount: 128, until: .after(milliseconds: 1000), isRealtime: true)
    }
    let dirty = instances.map { Self.kibibytes("Private_Dirty", of: $0) / 1024 }
    report.add("private dirty memory of an idle Sawtooth, N = 32", "MiB", Spread(dirty), bar: 1.5)
    let proportional = instances.map { Self.kibibytes("Pss", of: $0) / 1024 }
    report.add(
      "proportional memory (PSS) of an idle Sawtooth, N = 32", "MiB", Spread(proportional), bar: 2)
  }

  private static func kibibytes(_ name: String, of instance: Instance) -> Double {
    let path = "/proc/\(instance.process.identifier)/smaps_rollup"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    return line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
  }
}
