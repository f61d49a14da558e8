import CBench
import TenutoCore
import TenutoRender
import TenutoTransport

/// The lateness and duration of the callback over minutes, on a quiet machine and beside compilers.
///
/// As OSADL plots them: a histogram, and the maximum of each five minutes; for comparison a thread
/// that only wakes up.
struct Callback {
  /// The duration without and with compilers.
  let minutes: Double
  /// Whether to leave the compilers out.
  let isQuick: Bool

  func run(into report: inout Report) throws {
    try measure("callback", into: &report)
    if isQuick { return }
    let compilers = try CompilerLoad()
    defer { compilers.stop() }
    try measure("callback beside compilers", into: &report)
  }

  private func measure(_ name: String, into report: inout Report) throws {
    let instances = try RenderPath.launch()
    defer { for instance in instances { instance.terminate() } }
    let prepared = try StartAndMemory.prepare(
      instances, format: EngineFormat(sampleRate: 48000, frameCount: 128, priority: 60))
    let cycles = Int(minutes * 60 * 375)
    let control = ControlTimer()
    let metronome = Metronome(prepared, frameCount: 128, capacity: cycles, counts: true)
    try metronome.wait(for: cycles, seconds: minutes * 60 * 2 + 10)
    metronome.stop()
    control.stop("the \(name) of \(minutes.fixed(1)) minutes", into: &report)
    add(metronome, name, into: &report)
    prepared.release()
  }

  private func add(_ metronome: Metronome, _ callback: String, into report: inout Report) {
    let notes = (0..<metronome.count).map(metronome.note)
    let late = notes.map { Double($0.began - $0.due) / 1000 }
    let long = notes.map { Double($0.ended - $0.began) / 1000 }
    for (name, values) in [("begins late", late), ("takes", long)] {
      report.add("\(callback) \(name)", "µs", Spread(values))
      report.add("\(callback) \(name), p99", "µs", values.percentile(99))
      let extreme = values.sorted()[values.count * 999 / 1000]
      report.add("\(callback) \(name), p99.9", "µs", Spread([extreme]))
      for (part, maximum) in Self.maxima(values).enumerated() {
        let minutes = "minutes \(part * 5) to \(part * 5 + 5)"
        report.add("\(callback) \(name), max of \(minutes)", "µs", Spread([maximum]))
      }
      Self.printHistogram("\(callback) \(name), µs", values)
    }
    let counts = metronome.counts
    let name = "of the \(callback), \(notes.count) cycles"
    report.add("allocations \(name)", "", Spread([Double(counts.allocations)]), bar: 0)
    report.add("locks \(name)", "", Spread([Double(counts.locks)]), bar: 0)
    report.add("page faults \(name)", "", Spread([Double(counts.page_faults)]), bar: 0)
  }

  /// The maximum of each five minutes.
  private static func maxima(_ values: [Double]) -> [Double] {
    let length = 5 * 60 * 375
    return stride(from: 0, to: values.count, by: length).map { start in
      values[start..<min(values.count, start + length)].max() ?? 0
    }
  }

  /// Classes of doubling width, with bars on a logarithmic scale.
  private static func printHistogram(_ name: String, _ values: [Double]) {
    print(name)
    var upper = 1.0
    var rest = values.sorted()[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 >= upper } ?? rest.endIndex
      let count = end - rest.startIndex
      var bar = 0
      while count >> bar > 0 { bar += 1 }
      print("  < \(upper.fixed(0)) µs: \(count) \(String(repeating: "#", count: bar))")
      rest = rest[end...]
      upper *= 2
    }
  }
}
