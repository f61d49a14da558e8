import FloorVoiceKernel
import TenutoExtension
import TenutoProcess
import TenutoRender
import TenutoTransport

/// The costs of a hop that a period of JACK does not show separately, in ns.
struct HopCosts {
  /// From one extension of a chain to the next on the same core, without a pause between cycles, so
  /// with warm caches.
  let warm: Double
  /// The gain itself.
  let ownWork: Double
  /// A copy of one channel with its check.
  let copy: Double

  init(frames: Int) throws {
    BenchEnvironment.limitRealtime(isLimited: true)
    defer { BenchEnvironment.limitRealtime(isLimited: false) }
    _ = BenchEnvironment.becomeRealtime()
    defer { BenchEnvironment.becomeOrdinary() }
    let (short, long) = (try Self.chain(2, frames), try Self.chain(24, frames))
    warm = (long - short) / 22
    ownWork = Self.ownWork(frames)
    copy = Self.copy(frames)
  }

  func add(frames: Int, into report: inout Report) {
    report.add("hop on a core without a pause, \(frames) frames", "µs", Spread([warm / 1000]))
    report.add("the gain's own work, \(frames) frames", "µs", Spread([ownWork / 1000]))
    report.add("checked copy of a channel, \(frames) frames", "µs", Spread([copy / 1000]))
  }

  /// The time of a cycle.
  private static func chain(_ count: Int, _ frames: Int) throws -> Double {
    let instances = try (0..<count).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "FloorVoice"), code: "aufx flrg Tnto")
    }
    defer { ParallelEnd.terminate(instances) }
    let prepared = try Isolation.prepare(.chain, instances, frames: frames)
    defer { prepared.release() }
    Placement.one.apply(to: instances)
    defer { Placement.reset() }
    return (0..<5).map { _ in Isolation.render(prepared, frames: frames, cycles: 200) }.min() ?? 0
  }

  private static func ownWork(_ frames: Int) -> Double {
    var gain = KernelRunner<FloorGain>(sampleRate: 48000, maximumFrameCount: frames)
    let times = (0..<100).map { _ in
      nanoseconds { for _ in 0..<100 { gain.render(frameCount: frames) } } / 100
    }
    return Spread(times).median
  }

  private static func copy(_ frames: Int) -> Double {
    let count = 64
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count * frames)
    unsafe samples.initialize(repeating: 0.25, count: 2 * count * frames)
    defer { unsafe samples.deallocate() }
    var findings = OutputGuard.Findings()
    let times = (0..<100).map { _ in
      nanoseconds {
        for index in 0..<count {
          unsafe OutputGuard.copy(
            samples + index * frames, to: samples + (count + index) * frames, count: frames,
            findings: &findings)
        }
      } / Double(count)
    }
    return Spread(times).median
  }
}
