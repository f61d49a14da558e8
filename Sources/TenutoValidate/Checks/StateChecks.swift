internal import TenutoCore
internal import TenutoTransport

/// S: state and presets.
enum StateChecks {
  static let all = kept + refused + presets

  private static let kept: [Check] = [
    Check(
      "S01", "A restored state contains every parameter", level: .quick, for: .parameters,
      why: "A session that changes when reopened is lost work.",
      fix: "Write every settable parameter, and set each when restoring."
    ) { context in
      let bench = try context.bench()
      let wanted = bench.randomValues(&context.random)
      try bench.set(wanted)
      let state = try bench.save()
      try bench.set(bench.randomValues(&context.random))
      try bench.load(state)
      return try StateChecks.difference(bench, wanted).map { .failed($0) } ?? .passed()
    },
    Check(
      "S02", "A new process restores the state byte for byte", level: .usual,
      why: "Opening and saving a session should not change it.",
      fix: "Do not write times, pointers or unsorted dictionaries."
    ) { context in
      let first = try context.bench()
      try first.set(first.randomValues(&context.random))
      let state = try first.save(.document)
      let second = try context.bench()
      try second.load(state)
      let again = try second.save(.document)
      return state == again
        ? .passed("\(state.count) bytes")
        : .failed("of \(state.count) bytes, \(StateChecks.changes(state, again)) differ")
    },
    Check(
      "S03", "States are transferred in pieces of any size", level: .usual,
      why: "The host decides on the size of the pieces.",
      fix: "Store each piece at its offset, and return any requested piece."
    ) { context in
      let bench = try context.bench()
      let wanted = bench.randomValues(&context.random)
      try bench.set(wanted)
      let state = try bench.save(pieceLimit: 7)
      guard try state == bench.save() else { return .failed("small pieces give a different state") }
      try bench.set(bench.description.defaultValues)
      let sizes = [1, 7, 31, 127, 1021]
      var turn = 0
      try bench.subject.upload(state) {
        defer { turn += 1 }
        return sizes[turn % sizes.count]
      }
      _ = try bench.subject.call(LoadStateRequest())
      return try StateChecks.difference(bench, wanted).map { .failed($0) } ?? .passed()
    },
    Check(
      "S07", "State is restored while rendering", level: .strict, limit: 30,
      why: "Users select presets while the music plays.",
      fix: "Read the state off the render thread, and pass the values to it."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let states = try (0..<4).map { _ in
        try bench.set(bench.randomValues(&context.random))
        return try bench.save()
      }
      for index in 0..<100 {
        try bench.start(256, bench.chord)
        try bench.load(states[index % states.count])
        try bench.wait(for: bench.cycle, milliseconds: 2000)
      }
      return try bench.render(512).fault.map { .failed($0) } ?? .passed()
    },
    Check(
      "S10", "The state is small", level: .quick,
      why: "Hosts save often, even while the music plays.",
      fix: "Save only what cannot be computed: at most 16 MiB."
    ) { context in
      let bench = try context.bench()
      let size = try bench.save(.document).count
      let text = "\(size) bytes"
      let limit = ComponentState.maximumByteCount
      return size > limit ? .failed("\(text); \(limit) are allowed") : .passed(text)
    },
    Check(
      "S11", "The state changes only with its content", level: .strict,
      why: "Hosts compare states to ask 'save changes?'.",
      fix: "Write the same bytes for the same state."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let before = try bench.save()
      _ = try bench.render(512)
      guard try bench.save() == before else { return .failed("a second save differs") }
      guard let parameter = bench.writable.first else { return .passed() }
      let other =
        parameter.defaultValue == parameter.range.upperBound
        ? parameter.range.lowerBound : parameter.range.upperBound
      try bench.set([ParameterValue(parameter.address, other)])
      return try bench.save() != before
        ? .passed() : .failed("'\(parameter.identifier)' changed but the state did not")
    },
  ]

  static func difference(_ bench: Bench, _ wanted: [ParameterValue]) throws -> String? {
    let values = try bench.values()
    for value in wanted where !ParameterChecks.isNear(values[value.address], value.value) {
      let found = values[value.address].map { "\($0)" } ?? "gone"
      return "the parameter at \(value.address) is \(found), not \(value.value)"
    }
    return nil
  }

  private static func changes(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first, second).count { $0 != $1 } + abs(first.count - second.count)
  }
}
