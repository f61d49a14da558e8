import TenutoExtension

/// Rendered frames of two channels.
public struct Sound {
  /// Frames in a second.
  public let sampleRate: Double
  /// The samples of the left channel.
  public var left: [Float] = []
  /// The samples of the right channel.
  public var right: [Float] = []

  /// No frames yet.
  public init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// The largest magnitude of the left channel in some frames.
  public func peak(_ frames: Range<Int>) -> Float {
    left[frames].reduce(0) { max($0, abs($1)) }
  }

  /// The largest step between adjacent frames of the left channel.
  public func largestStep(_ frames: Range<Int>) -> Float {
    frames.dropFirst().reduce(0) { max($0, abs(left[$1] - left[$1 - 1])) }
  }

  /// Whether both channels are exactly 0 in some frames.
  public func isSilent(_ frames: Range<Int>) -> Bool {
    frames.allSatisfy { left[$0] == 0 && right[$0] == 0 }
  }

  /// The magnitudes of `count / 2` frequencies of the left channel, from `start` on.
  public func spectrum(from start: Int, count: Int = 32768) -> Spectrum {
    Spectrum(Array(left[start..<start + count]), sampleRate: sampleRate)
  }

  /// The frequency in Hz of the partial near `guess`, from the advance of its phase.
  public func frequency(near guess: Double, from start: Int) -> Double {
    let hop = 2048
    let first = phase(of: guess, from: start)
    let second = phase(of: guess, from: start + hop)
    let turns = second - first
    return guess + (turns - turns.rounded()) * sampleRate / Double(hop)
  }

  /// The phase in cycles of the partial at `frequency`, relative to that frequency.
  private func phase(of frequency: Double, from start: Int) -> Double {
    var real = 0.0
    var imaginary = 0.0
    let count = 16384
    for frame in 0..<count {
      let angle = 2 * .pi * frequency / sampleRate * Double(start + frame)
      let sample = Double(left[start + frame]) * Spectrum.window(frame, of: count)
      real += sample * DSP.cos(angle)
      imaginary -= sample * DSP.sin(angle)
    }
    return Self.angle(real, imaginary) / (2 * .pi)
  }

  /// The angle of a point, from the tangent of its half by Newton's method on sine and cosine.
  private static func angle(_ real: Double, _ imaginary: Double) -> Double {
    let length = (real * real + imaginary * imaginary).squareRoot()
    var angle = real > 0 ? imaginary / length : .pi - imaginary / length
    for _ in 0..<30 {
      angle += (imaginary * DSP.cos(angle) - real * DSP.sin(angle)) / length
    }
    return angle
  }
}
