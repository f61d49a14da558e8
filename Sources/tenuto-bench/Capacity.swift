import TenutoCore
import TenutoHost
import TenutoTransport

/// How many instruments play one voice each before a cycle does not fit into its period any more.
struct Capacity {
  let cycles: Int
  let rounds: Int

  func run(into report: inout Report) throws {
    for (frames, bar) in [(64, 96.0), (128, nil), (256, 300.0)] as [(Int, Double?)] {
      var counts: [Double] = []
      for _ in 0..<rounds { counts.append(Double(try largest(frames: frames))) }
      report.add(
        "Sawtooths whose p99 cycle fits the period, \(frames) frames", "", Spread(counts),
        bar: bar, isFloor: true)
    }
  }

  /// The largest number whose 99th percentile fits, to 4 %; by halves between two bounds.
  private func largest(frames: Int) throws -> Int {
    var fits = 0
    var tooMany = 640
    var count = frames * 3 / 2
    while tooMany - fits > max(2, fits / 25) {
      if try doesFit(count, frames: frames) { fits = count } else { tooMany = count }
      count = tooMany == 640 ? min(639, count * 2) : (fits + tooMany) / 2
      if fits == 639 { break }
    }
    return fits
  }

  private func doesFit(_ count: Int, frames: Int) throws -> Bool {
    let instances = try Isolation.instances(.wide, count: count)
    defer { ParallelEnd.terminate(instances) }
    let prepared = try Isolation.prepare(.wide, instances, frames: frames)
    for slot in 0..<count {
      unsafe prepared.renderer.pointee.send(Isolation.note, toSlot: slot)
    }
    let metronome = Metronome(prepared, frameCount: frames, capacity: cycles + Self.warmUp)
    try metronome.wait(for: cycles + Self.warmUp)
    metronome.stop()
    let times = (Self.warmUp..<metronome.count).map { index in
      let note = metronome.note(index)
      return Double(note.ended - note.began)
    }
    prepared.release()
    return times.percentile(99).median < metronome.period
  }

  /// Cycles in which the instruments come up.
  private static let warmUp = 100
}
