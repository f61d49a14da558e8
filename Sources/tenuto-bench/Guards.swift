import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoTransport

/// The cost of protection from extensions: the host's guards on the memory of many instances,
/// compared with a plain copy; and the flight recorder, on and off.
struct Guards {
  let rounds: Int
  private let frames = Metronome.frameCount

  func run(into report: inout Report) throws {
    BenchEnvironment.limitRealtime(isLimited: true)
    defer { BenchEnvironment.limitRealtime(isLimited: false) }
    _ = BenchEnvironment.becomeRealtime()
    defer { BenchEnvironment.becomeOrdinary() }
    let guards = try measureGuards()
    let recorder = try measureRecorder()
    let cycle = Spread(recorder.off).median
    report.add("guards of a node and cycle, stereo, 128 frames", "ns", Spread(guards))
    report.add("flight recorder of a node and cycle, stereo input", "ns", Spread(recorder.costs))
    report.add("cycle of a stereo effect, N = 8, one core, a node", "ns", Spread(recorder.off))
    let shares = guards.map { $0 / cycle * 100 }
    report.add("guards' share of a cycle", "%", Spread(shares), bar: 3)
    let all = zip(guards, recorder.costs).map { ($0 + $1) / cycle * 100 }
    report.add("share of guards and flight recorder", "%", Spread(all))
  }

  /// Nanoseconds per node and cycle for the guards, one value per round.
  private func measureGuards() throws -> [Double] {
    let bench = try GuardBench(frameCount: frames)
    return (0..<rounds).map { _ in
      let plain = nanoseconds { bench.copyPlainly() }
      let guarded = nanoseconds { bench.copyGuarded() }
      return (guarded - plain) / Double(bench.callCount)
    }
  }

  /// Nanoseconds per node and cycle with and without a recorder, on one core, alternately.
  private func measureRecorder() throws -> (off: [Double], costs: [Double]) {
    let instances = try (0..<16).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "Delay"), code: "aufx dely Tnto")
    }
    defer { for instance in instances { instance.terminate() } }
    for instance in instances[8...] { instance.recordsFlight = true }
    let off = try StartAndMemory.prepare(Array(instances[..<8]), format: Metronome.format)
    let on = try StartAndMemory.prepare(Array(instances[8...]), format: Metronome.format)
    Placement.one.apply(to: instances)
    defer { Placement.reset() }
    for prepared in [off, on] { RenderPath.render(prepared, cycles: 4000) }
    var times: [Double] = []
    var costs: [Double] = []
    for _ in 0..<rounds {
      let pair = [off, on].map { prepared in
        Spread((0..<100).map { _ in nanoseconds { RenderPath.render(prepared, cycles: 1) } }).median
      }
      times.append(pair[0] / 8)
      costs.append((pair[1] - pair[0]) / 8)
    }
    for prepared in [off, on] { prepared.release() }
    return (times, costs)
  }
}

/// The memory of 64 stereo instances, more than the nearest cache, and the destination of their
/// output.
@safe private final class GuardBench {
  let callCount = 64 * 8
  private let frameCount: Int
  private let memories: [InstanceMemory]
  private let ports: [HostPort]
  private let output: UnsafeMutablePointer<Float>
  private let statistics = SlotStatistics.allocate()
  private let mute = AutoMute(sampleRate: Metronome.sampleRate)
  private var mutedCount = 0

  init(frameCount: Int) throws {
    self.frameCount = frameCount
    let format = RenderFormat(
      sampleRate: Metronome.sampleRate, maximumFrameCount: frameCount, frameCapacity: frameCount,
      inputChannelCount: 0, outputChannelCount: 2, depth: 0, slot: 0)
    memories = try (0..<64).map { _ in try InstanceMemory(format) }
    ports = memories.map(\.port)
    unsafe output = .allocate(capacity: 128 * frameCount)
    unsafe output.initialize(repeating: 0, count: 128 * frameCount)
    for port in ports { fill(port) }
  }

  deinit {
    unsafe output.deallocate()
    statistics.deallocate()
  }

  /// Writes the extension's output.
  private func fill(_ port: HostPort) {
    for channel in 0..<2 {
      let samples = unsafe UnsafeMutablePointer(mutating: port.outputSamples(channel))
      for frame in 0..<frameCount { unsafe samples[frame] = Float(frame % 32) / 64 - 0.25 }
    }
  }

  private func destination(_ index: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe output + (index * 2 + channel) * frameCount
  }

  /// Copies without checks.
  func copyPlainly() {
    for _ in 0..<8 {
      for (index, port) in ports.enumerated() {
        for channel in 0..<2 {
          unsafe destination(index, channel).update(
            from: port.outputSamples(channel), count: frameCount)
        }
      }
    }
  }

  /// Does the same as the host: marks the output, checks the mark, copies with a check of each
  /// sample, and counts.
  func copyGuarded() {
    for _ in 0..<8 {
      for (index, port) in ports.enumerated() { copyGuarded(index, port) }
    }
  }

  private func copyGuarded(_ index: Int, _ port: HostPort) {
    port.markOutput(frameCount: frameCount)
    for channel in 0..<2 {
      // Stands in for the extension: otherwise the output would count as unwritten.
      let samples = unsafe UnsafeMutablePointer(mutating: port.outputSamples(channel))
      unsafe samples[frameCount - 1] = 0.25
    }
    guard !port.isBroken, !port.isUnwritten(frameCount: frameCount) else { return }
    var findings = OutputGuard.Findings()
    for channel in 0..<2 {
      unsafe OutputGuard.copy(
        port.outputSamples(channel), to: destination(index, channel), count: frameCount,
        findings: &findings)
    }
    statistics.countCycle()
    statistics.note(findings)
    if mute.isAwake(findings) { mutedCount += 1 }
  }
}
