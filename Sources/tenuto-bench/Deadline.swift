import Foundation
import TenutoCore
import TenutoHost
import TenutoMIDI
import TenutoTransport

/// What one extension that hangs costs the cycle that it shares with seven good ones.
struct Deadline {
  let hangs: Int
  private let count = 8

  func run(into report: inout Report) throws {
    Surroundings.limitRealtime(isLimited: true)
    defer { Surroundings.limitRealtime(isLimited: false) }
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
  /// Seven good ones alone, seven with a hung one, and seven others alone, in turn, on one core.
  private func measureLaterCycles(into report: inout Report) throws {
    let groups = try [count - 1, count, count - 1].map { try RenderPath.launch(count: $0) }
    let instances = Array(groups.joined())
    defer { for instance in instances { instance.terminate() } }
    let graphs = try groups.map { try StartAndMemory.prepare($0, format: Metronome.format) }
    Placement.one.apply(to: instances)
    _ = Surroundings.becomeRealtime()
    for graph in graphs { RenderPath.render(graph, cycles: 100) }
    kill(groups[1][count / 2].process.identifier, SIGSTOP)
    unsafe graphs[1].renderer.pointee.render(
      frameCount: Metronome.frameCount, until: .after(milliseconds: 10), isRealtime: true)
    var costs: [Double] = []
    var differences: [Double] = []
    for _ in 0..<hangs {
      let times = graphs.map { graph in
        Spread((0..<100).map { _ in nanoseconds { RenderPath.render(graph, cycles: 1) } }).median
      }
      costs.append((times[1] - (times[0] + times[2]) / 2) / 1000)
      differences.append((times[2] - times[0]) / 1000)
    }
    Surroundings.becomeOrdinary()
    Placement.reset()
    kill(groups[1][count / 2].process.identifier, SIGCONT)
    for graph in graphs { graph.release() }
    report.add("later cycles' cost of a hung extension", "µs", Spread(costs), bar: 1)
    report.add("control: one seven against the other", "µs", Spread(differences))
  }
}
