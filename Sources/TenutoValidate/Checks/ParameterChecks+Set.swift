internal import TenutoCore
internal import TenutoTransport

extension ParameterChecks {
  static let set: [Check] = [
    Check(
      "P06", "Events and requests set the same values", level: .usual, for: .parameters,
      why: "The saved value must be the automated value.",
      fix: "Keep one table of values for both."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let wanted = bench.randomValues(&context.random)
      try bench.set(wanted)
      _ = try bench.render(512)
      let bySetting = try bench.values()
      try bench.set(bench.description.defaultValues)
      _ = try bench.render(512)
      _ = try bench.render(512, events: events(wanted))
      let byEvent = try bench.values()
      for value in wanted where !isNear(byEvent[value.address], bySetting[value.address] ?? .nan) {
        return .failed(
          "the parameter at \(value.address) is \(shown(byEvent[value.address])) after an event "
            + "and \(shown(bySetting[value.address])) after setting, for \(value.value)")
      }
      return .passed()
    },
    Check(
      "P07", "Invalid values and addresses are harmless", level: .usual,
      why: "Sessions of other versions and faulty controllers send them.",
      fix: "Ignore unknown addresses and NaN, and clamp values to the range."
    ) { context in try wrongValues(context) },
    Check(
      "P08", "Ramps are linear and frame-accurate", level: .usual, for: .deterministic,
      why: "Late or bent automation sounds like steps.",
      fix: "Move from the current value in equal steps, to reach the target at the last frame."
    ) { context in try ramps(context) },
    Check(
      "P09", "Renders with any parameter values", level: .usual, limit: 20, for: .parameters,
      why: "Users turn all knobs.",
      fix: "Bound coefficients, and check divisions by parameters that may be 0."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      var settings = (0..<50).map { _ in bench.randomValues(&context.random) }
      settings.append(bench.writable.map { ParameterValue($0.address, $0.range.lowerBound) })
      settings.append(bench.writable.map { ParameterValue($0.address, $0.range.upperBound) })
      for values in settings {
        try bench.set(values)
        for _ in 0..<5 {
          let noise = try bench.noise(512, &context.random)
          if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
            let list = values.map { "\($0.address)=\($0.value)" }.joined(separator: " ")
            return .failed("with \(list.prefix(200)) \(fault)")
          }
        }
      }
      return .passed("\(settings.count) settings")
    },
    Check(
      "P10", "Follows automation of every frame", level: .strict, limit: 30,
      for: .parameters,
      why: "A host's LFO does that.",
      fix: "Update only what the new value affects."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for distance in [1000, 100, 10, 1] {
        for _ in 0..<20 {
          let frames = stride(from: 0, to: 512, by: distance)
          let list = frames.compactMap { frame -> TimedEvent? in
            guard
              let one = bench.randomValues(&context.random).randomElement(using: &context.random)
            else { return nil }
            return event(one, frame)
          }
          let noise = try bench.noise(512, &context.random)
          if let fault = try bench.render(512, inputs: noise, events: list).fault {
            return .failed("with a value every \(distance) frames \(fault)")
          }
        }
      }
      return .passed()
    },
    Check(
      "P12", "Parameters can be set while rendering", level: .strict, limit: 30, for: .parameters,
      why: "A user turns knobs while the music plays.",
      fix: "Pass values to the render thread without a lock."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for _ in 0..<500 {
        // The cycle runs while the control thread handles requests.
        try bench.start(256, bench.chord)
        try bench.set(bench.randomValues(&context.random))
        try bench.wait(for: bench.cycle, milliseconds: 2000)
      }
      return try bench.render(512).fault.map { .failed($0) } ?? .passed()
    },
  ]

  private static func shown(_ value: Float?) -> String { value.map { "\($0)" } ?? "unknown" }

  static func event(_ value: ParameterValue, _ frame: Int = 0) -> TimedEvent {
    TimedEvent(
      frameOffset: UInt32(frame), payload: .parameter(address: value.address, value: value.value))
  }

  static func events(_ values: [ParameterValue]) -> [TimedEvent] { values.map { event($0) } }

  private static func wrongValues(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    try bench.allocate()
    let unknown: ParameterAddress = 0xFFFF_FFFF_FFFF_FF00
    _ = try bench.subject.isGranted(
      SetParametersRequest(values: [ParameterValue(unknown, 1)]))
    for parameter in bench.writable {
      for value in [Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan] {
        let wrong = ParameterValue(parameter.address, value)
        _ = try bench.subject.isGranted(SetParametersRequest(values: [wrong]))
        let ok = value.isNaN ? [] : [event(wrong), event(ParameterValue(unknown, value))]
        let cycle = try bench.render(256, events: ok + bench.chord)
        if let fault = cycle.fault { return .failed("after \(value) \(fault)") }
        let found = try bench.values()[parameter.address] ?? .nan
        guard parameter.range.contains(found) else {
          return .failed("'\(parameter.identifier)' has become \(found)")
        }
      }
      try bench.set([ParameterValue(parameter.address, parameter.defaultValue)])
    }
    return .passed()
  }

  /// One ramp must give the same result as its two halves in a row.
  private static func ramps(_ context: CheckContext) throws -> Outcome {
    let random = context.random
    let bench = try context.bench()
    let ramped = bench.writable.filter { $0.flags.contains(.canRamp) }
    if ramped.isEmpty { return .skipped("no parameter can ramp") }
    for parameter in ramped {
      let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
      let middle = low + (high - low) / 2
      let whole = try ramp(context, random, parameter, [(0, high, 2048)])
      let again = try ramp(context, random, parameter, [(0, high, 2048)])
      guard whole.difference(from: again) < -120 else { return .skipped("it differs each time") }
      let halves = try ramp(context, random, parameter, [(0, middle, 1024), (1024, high, 1024)])
      let difference = whole.difference(from: halves)
      if difference > -60 {
        return .failed(
          "'\(parameter.identifier)': a line and its halves differ by \(difference.rounded()) dB")
      }
    }
    return .passed("\(ramped.count) parameters")
  }

  private static func ramp(
    _ context: CheckContext, _ random: SeededRandom, _ parameter: Parameter,
    _ pieces: [(frame: Int, value: Float, count: UInt32)]
  ) throws -> [[Float]] {
    var random = random
    let bench = try context.bench()
    try bench.allocate()
    try bench.set([ParameterValue(parameter.address, parameter.range.lowerBound)])
    _ = try bench.renderLong(2048, inputs: bench.noise(2048, &random), events: bench.chord)
    let events = pieces.map {
      TimedEvent(
        frameOffset: UInt32($0.frame),
        payload: .ramp(address: parameter.address, value: $0.value, frameCount: $0.count))
    }
    return try bench.renderLong(4096, inputs: bench.noise(4096, &random), events: events)
  }
}
