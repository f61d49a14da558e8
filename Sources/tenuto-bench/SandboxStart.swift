import Foundation
import Glibc
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoTransport

/// The cost of the sandbox at start: the same extension with and without it, alternately.
struct SandboxStart {
  let rounds: Int

  func run(into report: inout Report) throws {
    var hello: [SandboxMode: [Double]] = [:]
    var cycle: [SandboxMode: [Double]] = [:]
    for _ in 0..<rounds {
      for mode in [SandboxMode.off, .required] {
        let (answered, rendered) = try start(SandboxPolicy(mode: mode))
        hello[mode, default: []].append(answered / 1e6)
        cycle[mode, default: []].append(rendered / 1e6)
      }
    }
    let user = geteuid() == 0 ? "root" : "user"
    for (mode, name) in [(SandboxMode.off, "without sandbox"), (.required, "sandboxed")] {
      report.add("start \(name), to the first answers, \(user)", "ms", Spread(hello[mode] ?? []))
      report.add(
        "start \(name), to the first cycle, \(user)", "ms", Spread(cycle[mode] ?? []),
        bar: mode == .off ? nil : 15)
    }
  }

  /// Nanoseconds until the process has described itself, and until it has rendered.
  private func start(_ policy: SandboxPolicy) throws -> (Double, Double) {
    let begin = MonotonicTime.now.nanoseconds
    let instance = try Instance(
      executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto", sandbox: policy
    )
    defer { instance.terminate() }
    let answered = MonotonicTime.now.nanoseconds
    let prepared = try StartAndMemory.prepare([instance], frames: 128)
    unsafe prepared.renderer.pointee.render(
      frameCount: 128, until: .after(milliseconds: 5000), isRealtime: true)
    return (Double(answered - begin), Double(MonotonicTime.now.nanoseconds - begin))
  }
}
