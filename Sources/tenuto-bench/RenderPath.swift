import CBench
import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoTransport

/// Counts the work of the render path besides rendering: one wake and one wait.
struct RenderPath {
  let cycles = 2000

  func run(into report: inout Report) throws {
    let instances = try Self.launch()
    defer { for instance in instances { instance.terminate() } }
    let prepared = try StartAndMemory.prepare(instances, frames: 128)
    Self.render(prepared, cycles: 100)
    let faultsBefore = instances.map { Self.pageFaults(of: $0) }
    cbench_start()
    Self.render(prepared, cycles: cycles)
    let counts = cbench_stop()
    let faults = zip(instances, faultsBefore).map { Self.pageFaults(of: $0) - $1 }
    add("allocations of the host's render path", counts.allocations, into: &report)
    add("locks of the host's render path", counts.locks, into: &report)
    add("page faults of the host's render path", counts.page_faults, into: &report)
    add("page faults of 8 extensions", UInt64(faults.reduce(0, +)), into: &report)
    try countSystemCalls(into: &report)
  }

  private func add(_ name: String, _ count: UInt64, into report: inout Report) {
    report.add("\(name), \(cycles) cycles", "", Spread([Double(count)]), bar: 0)
  }

  static func launch(count: Int = 8) throws -> [Instance] {
    try (0..<count).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
    }
  }

  static func render(_ prepared: PreparedGraph, cycles: Int) {
    for _ in 0..<cycles {
      unsafe prepared.renderer.pointee.render(
        frameCount: 128, until: .after(milliseconds: 5000), isRealtime: true)
    }
  }

  private static func pageFaults(of instance: Instance) -> Int {
    let path = "/proc/\(instance.process.identifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 9 ? (Int(fields[7]) ?? 0) + (Int(fields[9]) ?? 0) : 0
  }
}

extension RenderPath {
  /// Runs this program under strace, which writes each thread's calls to a file.
  private func countSystemCalls(into report: inout Report) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
      print("system calls: not counted, strace is not installed")
      return
    }
    let folder = FileManager.default.temporaryDirectory.path + "/tenuto-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try output(
      of: "/usr/bin/strace",
      ["-ff", "-o", "\(folder)/calls", BenchEnvironment.path(of: "tenuto-bench"), "--probe"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    var host = (wakes: 0.0, waits: 0.0, others: 0.0)
    var extensions: [Double] = []
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let lines = text.split(separator: "\n")
      if let start = lines.firstIndex(where: { $0.hasPrefix("getppid") }),
        let end = lines.lastIndex(where: { $0.hasPrefix("getppid") }), end > start
      {
        let calls = lines[(start + 1)..<end]
        host.wakes = Double(calls.count { $0.contains("FUTEX_WAKE") }) / Double(cycles)
        host.waits = Double(calls.count { $0.contains("FUTEX_WAIT") }) / Double(cycles)
        host.others = Double(calls.count { !$0.hasPrefix("futex") }) / Double(cycles)
      } else if lines.count > cycles {
        extensions.append(Double(lines.count { $0.hasPrefix("futex") }) / Double(cycles))
      }
    }
    report.add("system calls of the host to wake, a cycle", "", Spread([host.wakes]), bar: 1)
    report.add("system calls of the host to wait, a cycle", "", Spread([host.waits]), bar: 1)
    report.add("other system calls of the host, a cycle", "", Spread([host.others]), bar: 0)
    if !extensions.isEmpty {
      report.add("system calls of an extension, a cycle", "", Spread(extensions))
    }
  }

  /// The traced part: cycles between two unique calls.
  static func probe() throws {
    let instances = try launch()
    let prepared = try StartAndMemory.prepare(instances, frames: 128)
    render(prepared, cycles: 100)
    _ = getppid()
    render(prepared, cycles: RenderPath().cycles)
    _ = getppid()
    for instance in instances { instance.terminate() }
  }
}
