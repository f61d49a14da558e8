internal import TenutoCore
internal import TenutoTransport

/// T: the musical time.
enum TransportChecks {
  static let all: [Check] = [
    Check(
      "T01", "Works without a transport", level: .usual,
      why: "A host without a song has no musical time.",
      fix: "Accept a stopped context."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for _ in 0..<40 {
        let noise = try bench.noise(512, &context.random)
        if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
          return .failed(fault)
        }
      }
      return .passed()
    },
    Check(
      "T02", "Follows any transport", level: .strict, limit: 20,
      why: "Users jump, loop, and count in from negative beats.",
      fix: "Compute from the context of each call; expect jumps and any tempo."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for _ in 0..<300 {
        let first = TransportChecks.context(&context.random)
        let second = TransportChecks.context(&context.random)
        let frame = 1 + Int(context.random.next() % 510)
        let noise = try bench.noise(512, &context.random)
        let options = Bench.Options(contexts: [(first, 0), (second, frame)])
        let cycle = try bench.render(512, inputs: noise, events: bench.chord, options)
        if let fault = cycle.fault {
          return .failed("at \(first.tempo) bpm, beat \(first.beatPosition): \(fault)")
        }
      }
      return .passed()
    },
  ]

  /// A random musical context with extreme values.
  static func context(_ random: inout SeededRandom) -> MusicalContext {
    let beat = Double(Int64(truncatingIfNeeded: random.next() % 20001) - 10000) / 7
    return MusicalContext(
      tempo: 1 + Double(random.next() % 998), meterNumerator: 1 + Int(random.next() % 13),
      meterDenominator: [1, 2, 4, 8, 16].randomElement(using: &random) ?? 4, beatPosition: beat,
      measureDownbeat: beat.rounded(.down),
      samplePosition: Int64(truncatingIfNeeded: random.next() % 1_000_000) - 500_000,
      isPlaying: random.next() % 4 > 0, isRecording: random.next() % 4 == 0,
      isLooping: random.next() % 2 == 0, loopStart: beat - 3, loopEnd: beat + 5)
  }
}
