internal import TenutoCore
internal import TenutoTransport

extension AudioChecks {
  static let repeated: [Check] = [
    Check(
      "A04", "The sound does not depend on cycle lengths", level: .strict, limit: 30,
      for: .deterministic,
      why: "A song must sound the same at 64 and at 1024 frames.",
      fix: "Count in frames, never in cycles; smooth per sample."
    ) { context in
      let random = context.random
      let whole = try take(context, random, sizes: [512])
      for sizes in [[64], [1, 17, 64, 509]] {
        let difference = whole.difference(from: try take(context, random, sizes: sizes))
        if difference > -120 {
          return .failed("cut to \(sizes) frames it differs by \(difference.rounded()) dB")
        }
      }
      return .passed()
    },
    Check(
      "A11", "Two processes sound the same", level: .strict, limit: 30, for: .deterministic,
      why: "A frozen track must sound like the track.",
      fix: "Seed noise with a constant, or do not set isDeterministic."
    ) { context in
      let random = context.random
      let first = try take(context, random, sizes: [512])
      let difference = first.difference(from: try take(context, random, sizes: [512]))
      return difference == -.infinity
        ? .passed() : .failed("two takes differ by \(difference.rounded()) dB")
    },
    Check(
      "A12", "Offline and live rendering sound the same", level: .strict, limit: 30,
      for: .deterministic,
      why: "A bounce must sound like the performance.",
      fix: "Use isOffline to wait for data, not to change the sound."
    ) { context in
      let random = context.random
      let offline = try take(context, random, sizes: [512])
      let live = try take(context, random, sizes: [512], isOffline: false)
      let difference = offline.difference(from: live)
      return difference <= -120
        ? .passed() : .failed("offline and live differ by \(difference.rounded()) dB")
    },
  ]

  /// Half a second of the same music, from a new process, in cycles of `sizes` in turn.
  private static func take(
    _ context: CheckContext, _ random: SeededRandom, sizes: [Int], isOffline: Bool = true
  ) throws -> [[Float]] {
    let bench = try context.bench()
    try bench.allocate()
    var all = [[Float]](repeating: [], count: try bench.port.outputChannelCount)
    for part in try parts(bench, random, sizes: sizes) {
      let cycle = try bench.render(part, Bench.Options(isOffline: isOffline))
      for (channel, samples) in cycle.outputs.enumerated() { all[channel] += samples }
    }
    return all
  }

  /// The same music for each process, in cycles of `sizes` in turn.
  static func parts(_ bench: Bench, _ random: SeededRandom, sizes: [Int]) throws -> [CyclePart] {
    var random = random
    let noise = try bench.noise(24000, &random)
    let events = bench.description.acceptsMIDI ? score(bench) : []
    var parts: [CyclePart] = []
    var start = 0
    while start < 24000 {
      let count = min(sizes[parts.count % sizes.count], 24000 - start)
      let end = start + count
      let own = events.filter { (start..<end).contains(Int($0.frameOffset)) }.map {
        TimedEvent(frameOffset: $0.frameOffset - UInt32(start), payload: $0.payload)
      }
      parts.append(
        CyclePart(
          frameCount: count, inputs: noise.map { Array($0[start..<end]) }, events: own))
      start = end
    }
    return parts
  }

  private static func score(_ bench: Bench) -> [TimedEvent] {
    [
      bench.noteOn(48, at: 0), bench.noteOn(60, at: 3001), bench.noteOff(48, at: 9000),
      bench.noteOn(67, at: 12345), bench.noteOff(60, at: 15000), bench.noteOff(67, at: 20001),
    ]
  }
}

/// The frames, the input and the events of one cycle.
struct CyclePart {
  let frameCount: Int
  let inputs: [[Float]]
  let events: [TimedEvent]
}

extension Bench {
  /// Renders a cycle.
  func render(_ part: CyclePart, _ options: Options = Options()) throws -> RenderedCycle {
    try render(part.frameCount, inputs: part.inputs, events: part.events, options)
  }
}
