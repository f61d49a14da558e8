internal import TenutoCore
internal import TenutoTransport

extension StateChecks {
  static let refused: [Check] = [
    Check(
      "S04", "An empty state is refused", level: .usual,
      why: "A host must learn that a state was lost.",
      fix: "Refuse loadState without an upload."
    ) { context in
      let bench = try context.bench()
      return try bench.takes([]) ? .failed("it accepted an empty state") : .passed()
    },
    Check(
      "S05", "Random bytes are refused and change nothing", level: .usual,
      why: "Files may be damaged; the current settings must stay.",
      fix: "Read the whole state before applying any of it."
    ) { context in
      let bench = try context.bench()
      let wanted = bench.randomValues(&context.random)
      try bench.set(wanted)
      for _ in 0..<3 {
        if try bench.takes(context.random.bytes(1 << 20)) {
          return .failed("it accepted 1 MiB of random bytes as a state")
        }
      }
      return try difference(bench, wanted).map { .failed("afterwards \($0)") } ?? .passed()
    },
    Check(
      "S06", "Damaged, newer and foreign states are refused", level: .strict, limit: 30,
      why: "A partial state is worse than none.",
      fix: "Check the checksum, the version and the codes before applying a state."
    ) { context in try damaged(context) },
  ]

  private static func damaged(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    let wanted = bench.randomValues(&context.random)
    try bench.set(wanted)
    let state = try bench.save()
    for part in 1..<16 where try bench.takes(Array(state.prefix(state.count * part / 16))) {
      return .failed("it accepted \(part) sixteenths of a state")
    }
    for _ in 0..<32 {
      var bytes = state
      let place = Int(context.random.next() % UInt64(bytes.count))
      bytes[place] ^= 1 << UInt8(context.random.next() % 8)
      if try bench.takes(bytes) { return .failed("it accepted a state with byte \(place) changed") }
    }
    var newer = try ComponentState(decoding: state)
    newer.version = bench.description.stateVersion + 1
    if try bench.takes(newer.encoded()) { return .failed("it accepted a state of a newer version") }
    var foreign = try ComponentState(decoding: state)
    foreign.code = "aumu none None"
    if try bench.takes(foreign.encoded()) {
      return .failed("it accepted the state of another component")
    }
    return try difference(bench, wanted).map { .failed("afterwards \($0)") } ?? .passed()
  }

  static let presets: [Check] = [
    Check(
      "S08", "Each factory preset loads and sounds", level: .usual, for: .presets,
      why: "Presets are the first thing that users hear.",
      fix: "Set the preset's values at selectPreset, and everything else to its default."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for preset in bench.description.presets {
        try bench.set(bench.randomValues(&context.random))
        _ = try bench.subject.call(SelectPresetRequest(number: preset.number))
        let wanted = bench.description.values(of: preset)
        if let fault = try difference(bench, wanted) {
          return .failed("with preset '\(preset.name)' \(fault)")
        }
        let noise = try bench.noise(512, &context.random)
        if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
          return .failed("with preset '\(preset.name)' \(fault)")
        }
      }
      return .passed("\(bench.description.presets.count) presets")
    },
    Check(
      "S09", "Presets can be read without being selected", level: .usual, for: .presets,
      why: "A browser of presets must not change the sound.",
      fix: "Answer presetState from the description; refuse unknown numbers."
    ) { context in
      let bench = try context.bench()
      let wanted = bench.randomValues(&context.random)
      try bench.set(wanted)
      for preset in bench.description.presets {
        if preset.name.isEmpty { return .failed("preset \(preset.number) has no name") }
        let bytes = try bench.subject.download(after: PresetStateRequest(number: preset.number))
        let state = try ComponentState(decoding: bytes)
        guard state.parameters == bench.description.values(of: preset) else {
          return .failed("the state of preset '\(preset.name)' differs from the description")
        }
      }
      if let fault = try difference(bench, wanted) { return .failed("after reading it \(fault)") }
      let absent = (bench.description.presets.map(\.number).max() ?? 0) + 1
      return try bench.subject.mustRefuse(SelectPresetRequest(number: absent), "selected")
        .map { _ in .failed("it accepted the unknown preset \(absent)") } ?? .passed()
    },
  ]
}
