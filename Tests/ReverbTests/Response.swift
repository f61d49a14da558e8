import TenutoExtension

/// An impulse response, and its acoustic measures.
struct Response {
  let frames: [Float]
  let sampleRate: Double

  /// Two passes of a band-pass of an octave around `frequency` in Hz (state variable, Q = √2).
  func band(_ frequency: Double) -> Response {
    Response(
      frames: Self.filtered(Self.filtered(frames, frequency / sampleRate), frequency / sampleRate),
      sampleRate: sampleRate)
  }

  private static func filtered(_ frames: [Float], _ frequency: Double) -> [Float] {
    let warped = DSP.tan(.pi * frequency)
    let damping = 1 / 2.0.squareRoot()
    let scale = 1 / (1 + warped * (warped + damping))
    var first = 0.0
    var second = 0.0
    return frames.map { frame in
      let high = (Double(frame) - (damping + warped) * first - second) * scale
      let band = warped * high + first
      let low = warped * band + second
      first = warped * high + band
      second = warped * band + low
      return Float(band * damping)
    }
  }

  /// The time of a decay by 60 dB, from the slope between -5 and -35 dB of the remaining energy
  /// (Schroeder's integration, T30 of ISO 3382).
  var decayTime: Double {
    var left = Array(repeating: 0.0, count: frames.count + 1)
    for frame in frames.indices.reversed() {
      left[frame] = left[frame + 1] + Double(frames[frame]) * Double(frames[frame])
    }
    func time(_ decibels: Double) -> Double {
      let limit = left[0] * DSP.gain(decibels: 2 * decibels)
      return Double(left.firstIndex { $0 < limit } ?? frames.count) / sampleRate
    }
    return 2 * (time(-35) - time(-5))
  }

  /// The share of frames beyond the standard deviation, 1 for a Gaussian sound (the normalised echo
  /// density of Abel and Huang).
  func echoDensity(at seconds: Double) -> Double {
    let start = Int(seconds * sampleRate)
    let window = frames[start..<start + Int(0.02 * sampleRate)]
    let power = window.reduce(0) { $0 + $1 * $1 } / Float(window.count)
    let beyond = window.reduce(0) { $0 + ($1 * $1 > power ? 1 : 0) }
    return Double(beyond) / Double(window.count) / 0.3173
  }
}
