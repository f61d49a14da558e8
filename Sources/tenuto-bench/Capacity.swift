import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoTransport

/// The number of instruments with one voice each that fit into a period.
struct Capacity {
  let cycles: Int
  let rounds: Int
  /// Whether to measure only the shortest period, within 15 %.
  let isQuick: Bool

  /// Cycle times at the largest number that fits, one value per round, in µs.
  private struct Cycles {
    var medians: [Double] = []
    var percentiles: [Double] = []
  }

  func run(into report: inout Report) throws {
    let sizes: [(frames: Int, bar: Double?)] = [(64, 96), (128, nil), (256, 300)]
    for (frames, bar) in sizes where !isQuick || frames == 64 {
      var counts: [Double] = []
      var cycles = Cycles()
      for _ in 0..<rounds { counts.append(Double(try largest(frames: frames, &cycles))) }
      report.add(
        "Sawtooths whose p99 cycle fits the period, \(frames) frames", "", Spread(counts),
        bar: bar, isFloor: true)
      guard !cycles.medians.isEmpty else { continue }
      report.add("median cycle of so many, \(frames) frames", "µs", Spread(cycles.medians))
      report.add("p99 cycle of so many, \(frames) frames", "µs", Spread(cycles.percentiles))
    }
  }

  /// The largest number whose 99th percentile fits, within 4 % (15 % if quick), found by bisection.
  private func largest(frames: Int, _ cycles: inout Cycles) throws -> Int {
    var fits = 0
    var times: [Double] = []
    var tooMany = 640
    var count = frames * 3 / 2
    while tooMany - fits > max(2, fits / (isQuick ? 7 : 25)) {
      let found = try measure(count, frames: frames)
      if found.percentile(99).median < Double(frames) * 1e9 / Metronome.sampleRate {
        fits = count
        times = found
      } else {
        tooMany = count
      }
      count = tooMany == 640 ? min(639, count * 2) : (fits + tooMany) / 2
      if fits == 639 { break }
    }
    if !times.isEmpty {
      cycles.medians.append(Spread(times).median / 1000)
      cycles.percentiles.append(times.percentile(99).median / 1000)
    }
    return fits
  }

  /// Cycle times of `count` instruments in nanoseconds.
  private func measure(_ count: Int, frames: Int) throws -> [Double] {
    let instances = try Self.sawtooths(count)
    defer { ParallelEnd.terminate(instances) }
    let prepared = try Isolation.prepare(.wide, instances, frames: frames)
    for slot in 0..<count {
      unsafe prepared.renderer.pointee.send(Self.note, toSlot: slot)
    }
    let metronome = Metronome(prepared, frameCount: frames, capacity: cycles + Self.warmUp)
    try metronome.wait(for: cycles + Self.warmUp)
    metronome.stop()
    let times = (Self.warmUp..<metronome.count).map { index in
      let note = metronome.note(index)
      return Double(note.ended - note.began)
    }
    prepared.release()
    return times
  }

  static func sawtooths(_ count: Int) throws -> [Instance] {
    try (0..<count).map { _ in
      try Instance(executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
    }
  }

  static let note = TimedEvent(
    frameOffset: 0, payload: .midi(VoiceEvent.noteOn(channel: 0, note: 60, velocity: 40000).ump))

  /// Cycles during which the instruments settle.
  private static let warmUp = 100
}
