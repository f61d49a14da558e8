internal import TenutoCore
internal import TenutoTransport

/// R06: cycles with and without a request for all parameters, alternately in the same process.
///
/// It compares the kernel's counts for the render thread, how often it sleeps and its processor
/// time, since wall time also depends on other programs.
struct QuestionLoad {
  private static let cyclesPerTurn = 100
  private static let roundCount = 10

  /// The render thread's activity in the cycles of one kind.
  private struct Figures {
    var times: [UInt64] = []
    var sleepCount = 0

    func time(at part: Double) -> UInt64 {
      times.sorted()[min(times.count - 1, Int(Double(times.count) * part))] / 1000
    }
  }

  private let bench: Bench
  private let noise: [[Float]]

  init(_ context: CheckContext) throws {
    bench = try context.bench()
    try bench.allocate(frames: 64)
    noise = try bench.noise(64, &context.random)
    for _ in 0..<100 { _ = try bench.render(64, inputs: noise) }
  }

  func outcome() throws -> Outcome {
    var (quiet, asked) = (Figures(), Figures())
    for _ in 0..<Self.roundCount {
      try turn(&quiet, asks: false)
      try turn(&asked, asks: true)
    }
    guard sleepCount != nil, quiet.time(at: 1) > 0 else {
      return .skipped("the kernel does not report the render thread's state")
    }
    return Self.judge(quiet, asked)
  }

  private static func judge(_ quiet: Figures, _ asked: Figures) -> Outcome {
    let cycles = roundCount * cyclesPerTurn
    let more = asked.sleepCount - quiet.sleepCount
    let (median, askedMedian) = (quiet.time(at: 0.5), asked.time(at: 0.5))
    let (late, askedLate) = (quiet.time(at: 0.99), asked.time(at: 0.99))
    let text =
      "median \(median) µs and \(askedMedian) µs with requests, 99 % within \(late) and "
      + "\(askedLate) µs"
    // A thread that only renders and waits for cycles sleeps as often with requests as without.
    if more > cycles / 5 {
      return .failed("with requests it waited \(more) times more in \(cycles) cycles; \(text)")
    }
    // Requests leave the caches colder, which is not the component's fault.
    if askedMedian > 2 * median + 100 { return .failed(text) }
    let isSlower = askedLate * 10 > late * 11 + 200 || askedMedian * 10 > median * 11 + 100
    return isSlower ? .warned(text) : .passed(text)
  }

  private var sleepCount: Int? {
    guard let thread = bench.response?.renderThread else { return nil }
    return ProcessView.sleepCount(process: bench.subject.identifier, thread: thread)
  }

  private func turn(_ figures: inout Figures, asks: Bool) throws {
    let before = sleepCount ?? 0
    for _ in 0..<Self.cyclesPerTurn {
      let start = bench.processorTime ?? 0
      if asks { try bench.subject.sendRaw(HostileMessage.question) }
      _ = try bench.render(64, inputs: noise)
      if asks { try bench.subject.waitForAnswers() }
      figures.times.append((bench.processorTime ?? 0) - start)
    }
    figures.sleepCount += (sleepCount ?? 0) - before
  }
}
