import TenutoExtension

/// A filter that gives white noise a colour: sections of one zero and one pole each.
struct Colour: BitwiseCopyable {
  /// One zero and one pole, on the real axis of the z plane.
  struct Section: BitwiseCopyable {
    var zero = 0.0
    var pole = 0.0
  }

  /// The greatest number of sections of a colour.
  static var capacity: Int { @_noLocks get { 12 } }

  /// The sections, the first `count` of which are in use.
  private(set) var sections = InlineArray<12, Section>(repeating: Section())
  private(set) var count = 0
  /// The gain that makes the power equal to that of white noise.
  private(set) var gain = 1.0

  /// Creates a colour of some sections.
  private init(_ sections: [Section]) {
    for section in sections {
      self.sections[count] = section
      count += 1
    }
    gain = 1 / power.squareRoot()
  }

  /// The mean of the squared magnitude over all frequencies, on a logarithmic scale of them.
  private var power: Double {
    let steps = 4000
    let range = 24.0  // octaves under the Nyquist frequency
    var sum = 0.0
    for step in 0..<steps {
      let angle = .pi * DSP.exp2(-range * (Double(step) + 0.5) / Double(steps))
      sum += squaredMagnitude(at: angle) * angle
    }
    return sum * range * 0.693_147_180_559_945_3 / Double(steps) / .pi
  }

  /// |H|² at an angle of the z plane.
  private func squaredMagnitude(at angle: Double) -> Double {
    let sine = DSP.sin(angle / 2)
    func distance(_ root: Double) -> Double { (1 - root) * (1 - root) + 4 * root * sine * sine }
    var product = 1.0
    for index in 0..<count {
      product *= distance(sections[index].zero) / distance(sections[index].pole)
    }
    return product
  }
}

extension Colour {
  /// The same power in each Hz.
  static func white(_ sampleRate: Double) -> Colour { Colour([]) }

  /// The same power in each octave: -3 dB per octave.
  static func pink(_ sampleRate: Double) -> Colour {
    Colour([highPass(sampleRate)] + ladder(sampleRate))
  }

  /// The sum of white noise: -6 dB per octave from 10 Hz on.
  static func brown(_ sampleRate: Double) -> Colour {
    let sum = Section(zero: -0.1, pole: root(5, sampleRate))
    return Colour([highPass(sampleRate), sum])
  }

  /// The mirror of pink: 3 dB per octave.
  static func blue(_ sampleRate: Double) -> Colour {
    Colour(ladder(sampleRate).map { Section(zero: $0.pole, pole: $0.zero) })
  }

  /// The differences of white noise: 6 dB per octave.
  static func violet(_ sampleRate: Double) -> Colour { Colour([Section(zero: 1, pole: -0.1)]) }

  /// Poles at 8, 24, 72… Hz with zeros half-way between them: 3 dB per octave within 0.3 dB.
  private static func ladder(_ sampleRate: Double) -> [Section] {
    (0..<11).map { index in
      let pole = 8 * DSP.exp2(1.584_962_5 * Double(index))
      return Section(
        zero: root(pole * 1.732_050_8, sampleRate), pole: root(pole, sampleRate))
    }
  }

  /// Removes the constant component.
  private static func highPass(_ sampleRate: Double) -> Section {
    Section(zero: 1, pole: root(5, sampleRate))
  }

  /// Returns the position of a corner frequency in Hz on the z plane.
  private static func root(_ frequency: Double, _ sampleRate: Double) -> Double {
    DSP.exp(-2 * .pi * frequency / sampleRate)
  }
}

/// The filter of a colour for two channels.
struct ColourFilter: BitwiseCopyable {
  private let colour: Colour
  private var inputs = InlineArray<12, SIMD2<Double>>(repeating: SIMD2())
  private var outputs = InlineArray<12, SIMD2<Double>>(repeating: SIMD2())

  /// Creates the silent state.
  @_noLocks init(_ colour: Colour) { self.colour = colour }

  /// Filters the next frame.
  @inline(__always) @_noLocks mutating func next(_ frame: SIMD2<Double>) -> SIMD2<Double> {
    var frame = frame * colour.gain
    for index in 0..<min(colour.count, Colour.capacity) {
      let section = colour.sections[index]
      let output = frame - inputs[index] * section.zero + outputs[index] * section.pole
      inputs[index] = frame
      outputs[index] = output
      frame = output
    }
    return frame
  }
}
