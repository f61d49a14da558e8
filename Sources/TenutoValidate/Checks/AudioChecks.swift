internal import TenutoCore
internal import TenutoTransport

/// A: samples.
enum AudioChecks {
  static let all = written + heard + repeated + shadowed

  private static let written: [Check] = [
    Check(
      "A01", "Samples are finite and not subnormal", level: .quick, for: .outputs,
      why: "One NaN silences a mixer; subnormals cost thirty times a normal sample.",
      fix: "Limit feedback, and flush tiny values to 0."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let noise = try bench.noise(16384, &context.random)
      let sound = try bench.renderLong(16384, inputs: noise, events: bench.chord)
      return sound.fault.map { .failed($0) } ?? .passed()
    },
    Check(
      "A05", "Every sample is written", level: .quick, for: .outputs,
      why: "Unwritten samples contain an old cycle or noise.",
      fix: "Write every frame of every output channel in each call, even silence."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for frames in [512, 64, 1, 511, 100] {
        let noise = try bench.noise(frames, &context.random)
        let cycle = try bench.render(frames, inputs: noise, events: bench.chord)
        if cycle.unwrittenCount > 0 {
          return .failed("\(cycle.unwrittenCount) samples of a cycle of \(frames) were not written")
        }
      }
      return .passed()
    },
    Check(
      "A06", "Only outputs are written", level: .quick, for: .outputs,
      why: "Another channel follows each channel in memory.",
      fix: "Stop at frameCount, not at the maximum; never write to an input."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for frames in [1, 63, 256, 511] {
        let noise = try bench.noise(frames, &context.random)
        let cycle = try bench.render(frames, inputs: noise, events: bench.chord)
        if cycle.overwrittenCount > 0 {
          return .failed(
            "\(cycle.overwrittenCount) words after a cycle of \(frames) frames were written")
        }
        if cycle.changedInputCount > 0 {
          return .failed("\(cycle.changedInputCount) samples of the inputs were changed")
        }
      }
      return .passed()
    },
    Check(
      "A03", "Renders any number of frames", level: .usual, for: .outputs,
      why: "Hosts change the period, and events split cycles anywhere.",
      fix: "Do not assume a multiple of 4 or 16; process the remaining frames one by one."
    ) { context in
      let bench = try context.bench()
      try bench.allocate(frames: 16384)
      let sizes = [
        1, 2, 3, 7, 10, 16, 17, 31, 64, 127, 128, 251, 256, 509, 512, 1021, 1024, 4093, 4096, 16384,
      ]
      for size in sizes + sizes.shuffled(using: &context.random) {
        let noise = try bench.noise(size, &context.random)
        if let fault = try bench.render(size, inputs: noise, events: bench.chord).fault {
          return .failed("in a cycle of \(size) frames \(fault)")
        }
      }
      return .passed()
    },
    Check(
      "A13", "Oversized cycles are refused and not written", level: .usual, for: .outputs,
      why: "The memory behind the segment belongs to others.",
      fix: "Return tooManyFrames if a cycle has more frames than the segment."
    ) { context in
      let bench = try context.bench()
      try bench.allocate(frames: 256)
      _ = try bench.render(256)
      let cycle = try bench.render(257)
      guard cycle.report.status == RenderStatus.tooManyFrames.rawValue else {
        return .failed("for 257 frames of 256, its status is \(cycle.report.status)")
      }
      let count = cycle.outputs.reduce(0) { $0 + $1.count }
      guard cycle.unwrittenCount == count else { return .failed("it wrote samples") }
      return try bench.render(256).fault.map { .failed("afterwards \($0)") } ?? .passed()
    },
  ]

  private static let heard: [Check] = [
    Check(
      "A07", "Silence follows silence", level: .usual, limit: 30, for: .outputs,
      why: "A track that never falls silent uses the processor endlessly.",
      fix: "Fall silent after the reported tail, and remove DC offsets."
    ) { context in
      let bench = try context.bench()
      if bench.description.code.kind == .generator { return .skipped("it sounds by itself") }
      try bench.allocate()
      guard bench.tail <= 30 else { return .skipped("its tail is \(bench.tail) s") }
      let noise = try bench.noise(24000, &context.random)
      _ = try bench.renderLong(24000, inputs: noise, events: bench.chord)
      let ends = [48, 60, 67].map { bench.noteOff($0) } + bench.silencers
      _ = try bench.render(512, events: bench.description.acceptsMIDI ? ends : [])
      _ = try bench.renderLong(Int(bench.tail * Bench.sampleRate) + bench.latency + 48000)
      let rest = try bench.renderLong(4800).peak
      return rest > 1e-5
        ? .failed("1 s after its tail of \(bench.tail) s it sounds at \(Decibels.text(rest))")
        : .passed()
    },
    Check(
      "A08", "Levels are safe", level: .usual, for: .outputs,
      why: "High levels damage ears and loudspeakers.",
      fix: "Keep the output below +24 dBFS at full-scale input, and filter DC offsets out."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let noise = try bench.noise(48000, &context.random)
      let sound = try bench.renderLong(48000, inputs: noise, events: bench.chord)
      let peak = sound.peak
      guard peak <= 15.85 else { return .failed("its peak is \(Decibels.text(peak))") }
      let offsets = sound.map { $0.reduce(0, +) / Float(max(1, $0.count)) }
      let offset = offsets.peak
      return offset > 0.01
        ? .warned("its offset is \(Decibels.text(offset))")
        : .passed("peak \(Decibels.text(peak))")
    },
    Check(
      "A09", "Subnormal input is not slower", level: .usual, for: .inputs,
      why: "Every reverb tail becomes subnormal; cycles must not be late then.",
      fix: "Leave flush-to-zero enabled in the render thread, as the SDK sets it."
    ) { context in try AudioChecks.tinyInput(context) },
    Check(
      "A10", "Recovers from invalid input", level: .usual, for: .inputs,
      why: "One bad sample from another node must not silence a track permanently.",
      fix: "Replace NaN and infinity before they enter a delay line or a filter."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for wrong in [Float.nan, .infinity, -.infinity, 1e30] {
        var bad = try bench.silence(512)
        for channel in bad.indices { bad[channel][100] = wrong }
        _ = try bench.render(512, inputs: bad)
        let noise = try bench.noise(48000, &context.random)
        _ = try bench.renderLong(48000, inputs: noise)
        let clean = try bench.noise(4800, &context.random)
        if let fault = try bench.renderLong(4800, inputs: clean).fault {
          return .failed("1 s after \(wrong) \(fault)")
        }
      }
      return .passed()
    },
  ]

  private static func tinyInput(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    try bench.allocate()
    let noise = try bench.noise(512, &context.random)
    // By bits, since a thread that flushes subnormals would compute zeros.
    let tiny = noise.map { $0.map { Float(bitPattern: $0.bitPattern & 0x807F_FFFF | 1) } }
    // Measured over many cycles, since the kernel updates the time when the thread sleeps again,
    // which may be after the answer.
    func average(_ inputs: [[Float]]) throws -> UInt64 {
      let count = 60
      let before = bench.processorTime ?? 0
      for _ in 0..<count { _ = try bench.render(512, inputs: inputs) }
      return ((bench.processorTime ?? 0) - before) / UInt64(count)
    }
    let usual = try average(noise)
    let subnormal = try average(tiny)
    guard usual > 0, subnormal > 0 else { return .skipped("the kernel does not report the time") }
    let text = "\(subnormal / 1000) µs for subnormals, \(usual / 1000) µs for noise"
    // A cycle costs some µs: smaller differences are noise of the machine.
    if subnormal > 2 * usual + 20000 { return .failed(text) }
    return subnormal * 5 > 6 * usual + 50000 ? .warned(text) : .passed(text)
  }
}

extension Bench {
  /// The render thread's processor time so far, in ns.
  var processorTime: UInt64? {
    guard let thread = response?.renderThread else { return nil }
    return ProcessView.processorTime(process: subject.identifier, thread: thread)
  }
}
