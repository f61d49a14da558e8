internal import CValidate
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// R: the cost and the system calls of the render thread.
enum RealtimeChecks {
  static let all: [Check] = [
    Check(
      "R01", "Rendering causes no page faults", level: .usual,
      why: "A page fault takes as long as a short cycle.",
      fix: "Allocate and touch in init all memory that render uses."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      guard let thread = bench.response?.renderThread, thread > 0 else {
        return .skipped("its render thread is unknown")
      }
      func faults() -> Int {
        ProcessView.pageFaults(process: bench.subject.identifier, thread: thread)
      }
      let noise = try bench.noise(256, &context.random)
      for _ in 0..<200 { _ = try bench.render(256, inputs: noise, events: bench.chord) }
      let before = faults()
      for _ in 0..<200 { _ = try bench.render(256, inputs: noise, events: bench.chord) }
      let count = faults() - before
      // The component is not to blame for a page that the machine has moved.
      return count > 10 ? .failed("\(count) page faults in 200 cycles") : .passed("\(count) faults")
    },
    Check(
      "R02", "Rendering makes no system calls", level: .strict, limit: 20,
      why: "Each system call may block.",
      fix: "Allocate, lock, read and print off the render thread."
    ) { context in try RealtimeChecks.systemCalls(context) },
    Check(
      "R04", "A cycle of 64 frames is fast", level: .usual,
      why: "Other instances need the rest of the cycle.",
      fix: "Measure with a profiler; compute tables in init, and vectorise loops."
    ) { context in
      let bench = try context.bench()
      try bench.allocate(frames: 64)
      let noise = try bench.noise(64, &context.random)
      _ = try bench.render(64, inputs: noise, events: bench.chord)
      var (times, controls): ([UInt64], [UInt64]) = ([], [])
      for cycle in 0..<1000 {
        if cycle % 25 == 0 { controls.append(validate_time_of_divisions(cycleDivisions)) }
        let before = bench.processorTime ?? 0
        _ = try bench.render(64, inputs: noise)
        times.append((bench.processorTime ?? 0) - before)
      }
      times.sort()
      guard times[500] > 0 else { return .skipped("the kernel does not report the time") }
      let (median, late, control) = (times[500], times[998], controls.sorted()[20])
      let text =
        "median \(median / 1000) µs, 99.9 % within \(late / 1000) µs; \(cycleDivisions) "
        + "divisions take \(control / 1000) µs"
      // Other programs make some cycles slow, but never half of them.
      if median > control { return .failed(text) }
      return late > control ? .warned(text) : .passed(text)
    },
    loaded,
  ]

  /// Divisions, each of the previous result, that may take as long as a cycle of 64 frames: half of
  /// it, at 48 kHz, on a processor of 3 GHz.
  private static let cycleDivisions = 100_000

  static let loaded = Check(
    "R06", "Requests do not slow rendering", level: .strict, limit: 30, for: .parameters,
    why: "A control surface may read all values a thousand times a second.",
    fix: "Do not share locks between the render thread and the control thread."
  ) { context in try QuestionLoad(context).outcome() }

  private static func systemCalls(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    try bench.allocate()
    guard let thread = bench.response?.renderThread, thread > 0 else {
      return .skipped("its render thread is unknown")
    }
    let noise = try bench.noise(256, &context.random)
    for _ in 0..<20 { _ = try bench.render(256, inputs: noise, events: bench.chord) }
    let tracer = SystemCallCounter(thread: thread)
    for _ in 0..<50 { _ = try bench.render(256, inputs: noise, events: bench.chord) }
    let (error, counts) = tracer.finish()
    guard error == 0 else { return .skipped("tracing is not permitted here (error \(error))") }
    let waits = "\(counts.waits) waits, \(counts.events) of events in 50 cycles"
    return counts.others > 0
      ? .failed("\(counts.others) other system calls, the last number \(counts.last_other)")
      : .passed(waits)
  }
}

/// Counts a thread's system calls on a separate thread.
@safe private final class SystemCallCounter: @unchecked Sendable {  // joined before it is read
  private let isOver = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
  private var counts = validate_syscalls()
  private var error: CInt = 0
  private var handle = pthread_t()
  private let target: pid_t

  init(thread: pid_t) {
    target = thread
    unsafe isOver.initialize(to: 0)
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    _ = unsafe pthread_create(
      &handle, nil,
      { context in
        if let context = unsafe context {
          let own = unsafe Unmanaged<SystemCallCounter>.fromOpaque(context).takeRetainedValue()
          own.error = unsafe validate_count_syscalls(own.target, own.isOver, &own.counts)
        }
        return nil
      }, context)
    usleep(20_000)
  }

  deinit { unsafe isOver.deallocate() }

  func finish() -> (CInt, validate_syscalls) {
    unsafe isOver.pointee = 1
    _ = pthread_join(handle, nil)
    return (error, counts)
  }
}
