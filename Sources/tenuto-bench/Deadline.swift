import CTenuto
import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoTransport

/// What one extension that hangs costs the cycle that it shares with seven good ones.
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

  /// What the cycles of one hang were like.
  private struct Wait {
    /// Cycles that lasted to their deadline.
    var count = 0
    /// Microseconds by which the longest of them ended later than that.
    var lateness = 0.0
  }

  /// Stops an extension for some cycles, from another part of the period each time.
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
    // Where the machine stands still another one may be late as well.
    report.add("the same, max", "", counts.percentile(100))
    let lateness = waits.filter { $0.count > 0 }.map(\.lateness)
    guard !lateness.isEmpty else { return }
    report.add("cycle's end behind its deadline, \(name)", "µs", Spread(lateness))
    report.add("the same, p99", "µs", lateness.percentile(99), bar: 100)
    report.add("the same, max", "µs", lateness.percentile(100))
  }
}

// MARK: - Later cycles

extension Deadline {
  /// Cycles with one that hangs, and of the same others when it has been taken out.
  ///
  /// Each time with new processes, on one core: where these happen to be in caches counts more than
  /// what is measured.
  private func measureLaterCycles(into report: inout Report) throws {
    var costs: [Double] = []
    var differences: [Double] = []
    for round in 0..<max(5, hangs / 8) {
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

  /// Nanoseconds of a cycle, twice, when it has settled.
  private static func medians(_ prepared: PreparedGraph) -> (first: Double, second: Double) {
    _ = median(prepared, cycles: 100)
    return (median(prepared, cycles: 300), median(prepared, cycles: 300))
  }

  /// With a pause between cycles, as there is one when music plays: whoever is not asleep yet when a
  /// cycle begins is the first in it, and not the last, on whom the host sleeps.
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
    usleep(20_000)  // what has left is gone
  }
}
