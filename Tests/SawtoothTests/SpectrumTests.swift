import KernelTestSupport
import TenutoExtension
import Testing

@Suite struct SpectrumTests {
  #if DEBUG
  static let notes = Array(stride(from: 21, through: 108, by: 29))
  #else
  static let notes = Array(21...108)
  #endif

  @Test(arguments: [44100.0, 48000, 96000])
  func aliasesStaySixtyDecibelsUnderTheFundamental(sampleRate: Double) {
    for note in Self.notes {
      var take = Take.plain(sampleRate: sampleRate)
      take.play(UInt8(note))
      let spectrum = take.render(38000).spectrum(from: 5000)
      let fundamental = DSP.frequency(ofNote: Double(note))
      #expect(spectrum.worstAlias(of: fundamental, upTo: 16000) < 0.001, "note \(note)")
    }
  }

  @Test func harmonicsAreThoseOfASawtooth() {
    var take = Take.plain(sampleRate: 96000)
    take.play(45)
    let spectrum = take.render(38000).spectrum(from: 5000)
    let fundamental = spectrum.level(at: 110)
    for harmonic in 2...80 {
      let level = spectrum.level(at: 110 * Double(harmonic)) * Double(harmonic)
      #expect(abs(6.02 * DSP.log2(level / fundamental)) < 0.7, "harmonic \(harmonic)")
    }
  }

  @Test(arguments: [400, 1000, 3000] as [Float])
  func theFilterIsButterworthAtNoResonance(cutoff: Float) {
    var take = Take.plain(sampleRate: 96000)
    take.play(36)
    let open = take.render(38000).spectrum(from: 5000)
    take.events.removeAll { $0.frame > 0 }
    take.events.insert((0, .parameter(address: 5, value: cutoff)), at: take.events.count - 1)
    let filtered = take.render(38000).spectrum(from: 5000)
    let fundamental = DSP.frequency(ofNote: 36)
    for ratio in [0.25, 0.5, 1, 2, 4] {
      let frequency = (Double(cutoff) * ratio / fundamental).rounded() * fundamental
      let decibels = 6.0206 * DSP.log2(filtered.level(at: frequency) / open.level(at: frequency))
      let theory = response(frequency, Double(cutoff)) - response(frequency, 20000)
      #expect(abs(decibels - theory) < 0.2)
    }
  }

  /// The theoretical level in dB: second order, maximally flat, with the tangent's warping at 96
  /// kHz.
  private func response(_ frequency: Double, _ cutoff: Double) -> Double {
    let ratio = DSP.tan(.pi * frequency / 96000) / DSP.tan(.pi * cutoff / 96000)
    return -3.0103 * DSP.log2(1 + ratio * ratio * ratio * ratio)
  }

  @Test func resonanceRaisesTheCutoff() {
    var take = Take.plain()
    take.set("cutoff", 1100)
    take.set("resonance", 100)
    take.play(45)
    let resonant = take.render(38000).spectrum(from: 5000)
    let ratio = resonant.level(at: 1100) * 10 / resonant.level(at: 110)
    #expect(abs(ratio - 20) < 1.5)
  }

  @Test func theEnvelopeOpensTheFilter() {
    var take = Take.plain()
    take.set("cutoff", 500)
    take.play(45)
    let closed = take.render(38000).spectrum(from: 5000)
    take.events.insert((0, .parameter(address: 7, value: 36)), at: take.events.count - 1)
    let opened = take.render(38000).spectrum(from: 5000)
    #expect(opened.level(at: 3300) > 20 * closed.level(at: 3300))
  }

  @Test func softNotesAreDarker() {
    func brightness(_ velocity: UInt16) -> Double {
      var take = Take.plain()
      take.set("cutoff", 2000)
      take.set("filter-velocity", 24)
      take.play(45, velocity: velocity)
      let spectrum = take.render(38000).spectrum(from: 5000)
      return spectrum.level(at: 3300) / spectrum.level(at: 110)
    }
    #expect(brightness(10000) < brightness(30000) && brightness(30000) < brightness(65535))
  }
}
