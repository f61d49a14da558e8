internal import TenutoCore
internal import TenutoTransport

extension LaunchChecks {
  /// Milliseconds from the start of the process to an instance.
  static func openTime(_ context: CheckContext) throws -> UInt64 {
    let clock = OwnTime()
    let bench = try context.bench()
    let time = clock.milliseconds(extensionWaited: bench.specimen.waitingTime)
    try bench.specimen.quit()
    return time
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
    _ = try bench.specimen.call(ResetRequest())
    let cycle = try bench.render(512)
    if let fault = cycle.fault { return .failed("after reset \(fault)") }
    let isFree = bench.description.code.kind == .generator
    if !isFree && cycle.peak > 1e-4 {
      return .failed("after reset it sounds on at \(Decibels.text(cycle.peak))")
    }
    return .passed()
  }

  static func wrongOrder(_ context: CheckContext) throws -> Outcome {
    let specimen = try context.specimen()
    _ = try specimen.descriptions()
    let early: [String?] = [
      try specimen.mustRefuse(SetParametersRequest(values: []), "setParameters"),
      try specimen.mustRefuse(ParametersRequest(), "parameters"),
      try specimen.mustRefuse(SaveStateRequest(scope: .preset), "saveState"),
      try specimen.mustRefuse(SelectPresetRequest(number: 0), "selectPreset"),
    ]
    if let what = early.compactMap({ $0 }).first {
      return .failed("\(what) was granted before instantiate")
    }
    _ = try specimen.isGranted(DeallocateRequest())
    _ = try specimen.isGranted(ResetRequest())
    guard specimen.isAlive else { throw specimen.died(during: "a reset before instantiate") }
    let bench = try context.bench()
    _ = try bench.specimen.isGranted(DeallocateRequest())
    let format = bench.standardFormat(bench.description.defaultLayout)
    let request = AllocateRequest(format: format, layout: bench.description.defaultLayout)
    if let what = try bench.specimen.mustRefuse(request, "allocate") {
      return .failed("\(what) without memory was granted")
    }
    try bench.allocate()
    return try bench.render(512).fault.map { .failed($0) } ?? .passed()
  }

  static func end(_ context: CheckContext) throws -> Outcome {
    let asked = try context.bench()
    try asked.allocate()
    let children = ProcessView.children(of: asked.specimen.identifier)
    try asked.specimen.quit()
    if asked.specimen.end != .exited(0), let end = asked.specimen.end {
      return .failed("asked to end, it \(end)")
    }
    if let left = children.first(where: ProcessView.exists) {
      return .failed("its child process \(left) lives on")
    }
    let orphan = try context.bench()
    try orphan.allocate()
    let grandchildren = ProcessView.children(of: orphan.specimen.identifier)
    orphan.specimen.channel.hangUp()
    guard orphan.specimen.endsWithin(milliseconds: 1000) else {
      return .failed("it lives on for more than 1 s after its host has gone")
    }
    if let left = grandchildren.first(where: ProcessView.exists) {
      return .failed("its child process \(left) outlives it")
    }
    return .passed()
  }
}
