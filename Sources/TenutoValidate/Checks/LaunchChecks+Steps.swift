internal import Glibc
internal import TenutoCore
internal import TenutoTransport

extension LaunchChecks {
  /// The time limit for opening an extension, in starts of a program that does nothing.
  private static let openLimit: UInt64 = 100

  /// Compares the time to an instance with that of `/bin/true`, alternately; the best of each
  /// counts.
  static func open(_ context: CheckContext) throws -> Outcome {
    let first = try openTime(context)
    var (best, control) = (UInt64.max, UInt64.max)
    for _ in 0..<3 {
      guard let time = controlTime() else { return .skipped("there is no /bin/true to compare") }
      control = min(control, max(1, time))
      best = min(best, try openTime(context))
      if best <= openLimit * control { break }
    }
    let text =
      "\(first / 1_000_000) ms the first time, \(best / 1_000_000) ms after that: as long as "
      + "\(best / control) starts of /bin/true"
    return best > openLimit * control
      ? .failed("\(text); \(openLimit) are allowed") : .passed(text)
  }

  /// Nanoseconds from the start of the process to an instance.
  private static func openTime(_ context: CheckContext) throws -> UInt64 {
    let clock = RunningTime()
    let bench = try context.bench()
    let time = clock.nanoseconds(othersWaited: bench.subject.waitingTime)
    try bench.subject.quit()
    return time
  }

  /// Nanoseconds from start to end of a program that does nothing, or nil if it is missing.
  private static func controlTime() -> UInt64? {
    let clock = RunningTime()
    var child: pid_t = 0
    let name = unsafe strdup("true")
    defer { unsafe free(name) }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [name, nil]
    guard unsafe posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil) == 0 else {
      return nil
    }
    var status: CInt = 0
    guard unsafe waitpid(child, &status, 0) == child, status == 0 else { return nil }
    return clock.nanoseconds()
  }

  static func allocate(_ bench: Bench, times: Int) throws {
    for _ in 0..<times {
      try bench.allocate()
      _ = try bench.render(64)
      try bench.deallocate()
    }
  }

  static func reset(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    try bench.allocate()
    for _ in 0..<20 {
      let noise = try bench.noise(512, &context.random)
      if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
        return .failed(fault)
      }
    }
    _ = try bench.subject.call(ResetRequest())
    let cycle = try bench.render(512)
    if let fault = cycle.fault { return .failed("after reset \(fault)") }
    let isFree = bench.description.code.kind == .generator
    if !isFree && cycle.peak > 1e-4 {
      return .failed("after reset it still sounds at \(Decibels.text(cycle.peak))")
    }
    return .passed()
  }

  static func wrongOrder(_ context: CheckContext) throws -> Outcome {
    let subject = try context.testedExtension()
    _ = try subject.descriptions()
    let early: [String?] = [
      try subject.mustRefuse(SetParametersRequest(values: []), "setParameters"),
      try subject.mustRefuse(ParametersRequest(), "parameters"),
      try subject.mustRefuse(SaveStateRequest(scope: .preset), "saveState"),
      try subject.mustRefuse(SelectPresetRequest(number: 0), "selectPreset"),
    ]
    if let what = early.compactMap({ $0 }).first {
      return .failed("\(what) was granted before instantiate")
    }
    _ = try subject.isGranted(DeallocateRequest())
    _ = try subject.isGranted(ResetRequest())
    guard subject.isAlive else { throw subject.died(during: "a reset before instantiate") }
    let bench = try context.bench()
    _ = try bench.subject.isGranted(DeallocateRequest())
    let format = bench.standardFormat(bench.description.defaultLayout)
    let request = AllocateRequest(format: format, layout: bench.description.defaultLayout)
    if let what = try bench.subject.mustRefuse(request, "allocate") {
      return .failed("\(what) without memory was granted")
    }
    try bench.allocate()
    return try bench.render(512).fault.map { .failed($0) } ?? .passed()
  }

  static func end(_ context: CheckContext) throws -> Outcome {
    let asked = try context.bench()
    try asked.allocate()
    let children = ProcessView.children(of: asked.subject.identifier)
    try asked.subject.quit()
    if asked.subject.end != .exited(0), let end = asked.subject.end {
      return .failed("on request, it \(end)")
    }
    if let left = children.first(where: ProcessView.exists) {
      return .failed("its child process \(left) still runs")
    }
    let orphan = try context.bench()
    try orphan.allocate()
    let grandchildren = ProcessView.children(of: orphan.subject.identifier)
    orphan.subject.channel.hangUp()
    guard orphan.subject.endsByItself else {
      return .failed("it still runs after its host ended")
    }
    if let left = grandchildren.first(where: ProcessView.exists) {
      return .failed("its child process \(left) outlives it")
    }
    return .passed()
  }
}
