import Foundation

/// The expected sound of the faulty chain, to the sample.
enum Expected {
  /// The output of `FaultyVoice` with key 69 held from the first frame on, or half of a sine's.
  static func steady(_ place: Scene.Place, cycles: Int) -> ArraySlice<Float> {
    let all = place == .source ? voice : half
    return all.prefix(cycles * Scene.frameCount)
  }

  /// Silence from cycle `cycle` on: a fade of 64 frames from the last sample, then zeros.
  static func silence(after cycle: Int, cycles: Int) -> [Float] {
    var samples = Array(steady(.source, cycles: cycle))
    let last = samples.last ?? 0
    samples += (1...64).map { last * (1 - Float($0) / 64) }
    return samples + [Float](repeating: 0, count: cycles * Scene.frameCount - samples.count)
  }

  /// Both kinds, created early like the reference, so that no row creates them.
  static var all: [[Float]] { [voice, half] }

  /// The output of the next instance from its first cycle on: the note again, with a fade-in.
  static func comeback(count: Int) -> [Float] {
    steady(.source, cycles: count).enumerated().map { frame, sample in
      frame < 64 ? sample * (Float(frame + 1) / 64) : sample
    }
  }

  private static let voice = sound(.source)
  private static let half = sound(.effect)

  private static func sound(_ place: Scene.Place) -> [Float] {
    guard let scene = try? Scene(place) else { return [] }
    defer { scene.end() }
    scene.render(Oracle.cycleCount)
    return scene.own
  }
}
