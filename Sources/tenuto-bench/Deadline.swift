import CTenuto
import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoTransport

/// The cost of a hanging extension for a cycle with seven other extensions.
struct Deadline {
  let hangs: Int
  private let count = 8

  func run(into report: inout Report) throws {
    BenchEnvironment.limitRealtime(isLimited: true)
    defer { BenchEnvironment.limitRealtime(isLimited: false) }
    let control = ControlTimer()
    let instances = try RenderPath.launch(count: count)
    defer { for instance in instances { instance.terminate() } }
    let prepared = try StartAndMemory.prepare(instances, format: Metronome.format)
    let metronome = Metronome(prepared, capacity: 1000 + hangs * 100)
    usleep(200_000)
    var waits: [Wait] = []
    for number in 0..<hangs {
      waits.append(try hang(instances[number % count], number: number, metronome))
    }
    metronome.stop()
    prepared.release()
    add(waits, into: &report)
    control.stop("hangs", into: &report)
    try measureLaterCycles(into: &report)
  }

  /// The cycles of one hang.
  private struct Wait {
    /// Cycles that lasted until their deadline.
    var count = 0
    /// Microseconds by which the longest cycle exceeded the deadline.
    var lateness = 0.0
  }

  /// Stops an extension for some cycles, at varying points of the period.
  private func hang(
    _ instance: Instance, number: Int, _ metronome: Metronome
  ) throws -> Wait {
    let process = instance.process.identifier
    let first = metronome.count
    let phase = Double(number * 37 % 100) / 100
    let moment = metronome.note(first - 1).due + UInt64((2 + phase) * Metronome.period)
    while MonotonicTime.now.nanoseconds < moment { usleep(50) }
    let start = metronome.count
    kill(process, SIGSTOP)
    try metronome.wait(for: start + 12)
    let end = metronome.count
    kill(process, SIGCONT)
    try metronome.wait(for: end + 12)
    var wait = Wait()
    for index in start..<end {
      let note = metronome.note(index)
      guard note.ended >= note.limit else { continue }
      wait.count += 1
      wait.lateness = max(wait.lateness, Double(note.ended - note.limit) / 1000)
    }
    return wait
  }

  private func add(_ waits: [Wait], into report: inout Report) {
    let name = "\(waits.count) hangs, N = \(count)"
    let counts = waits.map { Double($0.count) }
    report.add("cycles that wait for a hung extension, \(name)", "", Spread(counts), bar: 1)
    // On a stalled machine, other nodes may be late too.
    report.add("the same, max", "", counts.percentile(100))
    let lateness = waits.filter { $0.count > 0 }.map(\.lateness)
    guard !lateness.isEmpty else { return }
    report.add("cycle's end after its deadline, \(name)", "µs", Spread(lateness))
    report.add("the same, p99", "µs", lateness.percentile(99), bar: 100)
    report.add("the same, max", "µs", lateness.percentile(100))
  }
}

// MARK: - Later cycles

extension Deadline {
  /// Cycle times with one hanging extension, and without it.
  ///
  /// With new processes each time, on one core: their cache placement matters more than the
  /// measured difference.
  private func measureLaterCycles(into report: inout Report) throws {
    var costs: [Double] = []
    var differences: [Double] = []
    for round in 0..<max(3, hangs / 8) {
      let instances = try RenderPath.launch(count: count)
      defer { for instance in instances { instance.terminate() } }
      let prepared = try StartAndMemory.prepare(instances, format: Metronome.format)
      defer { prepared.release() }
      Placement.one.apply(to: instances)
      _ = BenchEnvironment.becomeRealtime()
      let hung = instances[round % count].process.identifier
      RenderPath.render(prepared, cycles: 100)
      kill(hung, SIGSTOP)
      defer { kill(hung, SIGCONT) }
      unsafe prepared.renderer.pointee.render(
        frameCount: Metronome.frameCount, until: .after(milliseconds: 10), isRealtime: true)
      let with = Self.medians(prepared)
      try Self.takeOut(round % count, of: prepared)
      let without = Self.medians(prepared)
      BenchEnvironment.becomeOrdinary()
      Placement.reset()
      costs.append((with.first - without.first) / 1000)
      differences.append((without.second - without.first) / 1000)
    }
    report.add("later cycles' cost of a hung extension", "µs", Spread(costs), bar: 1)
    report.add("control: the others once more", "µs", Spread(differences))
  }

  /// The cycle time in nanoseconds, twice, once it has settled.
  private static func medians(_ prepared: PreparedGraph) -> (first: Double, second: Double) {
    _ = median(prepared, cycles: 100)
    return (median(prepared, cycles: 300), median(prepared, cycles: 300))
  }

  /// With a pause between cycles, as in live use: a thread that is still awake when a cycle begins
  /// finishes first, and the host does not sleep on it.
  private static func median(_ prepared: PreparedGraph, cycles: Int) -> Double {
    let times = (0..<cycles).map { _ in
      tenuto_sleep_until(MonotonicTime.now.nanoseconds + 200_000)
      return nanoseconds { RenderPath.render(prepared, cycles: 1) }
    }
    return Spread(times).median
  }

  private static func takeOut(_ index: Int, of prepared: PreparedGraph) throws {
    var graph = prepared.graph
    graph.remove(graph.nodes[index].id)
    try prepared.update(graph, waits: false)
    RenderPath.render(prepared, cycles: 10)
    usleep(20_000)  // the ended instance is removed
  }
}
