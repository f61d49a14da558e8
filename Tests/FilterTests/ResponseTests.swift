import KernelTestSupport
import FilterKernel
import TenutoExtension
import Testing

@Suite struct ResponseTests {
  static let shapes = FilterKernel.component.parameter(named: "shape")?.valueNames ?? []

  struct Setting {
    let shape: Int
    let cutoff: Double
    let resonance: Double
    let gain: Double
  }

  /// The magnitude in dB of the analog filter with frequencies warped by the bilinear transform.
  private func theory(_ setting: Setting, _ frequency: Double, _ sampleRate: Double) -> Double {
    let a = DSP.exp2(setting.gain / 40 * 3.321_928_094_887)
    let bend = { DSP.tan(.pi * $0 / sampleRate) }
    // s = jx for a prototype with the cutoff at 1.
    let x = bend(frequency) / bend(setting.cutoff)
    let q = setting.resonance
    let r = a.squareRoot()
    // Real and imaginary parts of numerator and denominator, in the cookbook's analog prototypes.
    var (top, bottom) = ((0.0, 0.0), (1 - x * x, x / q))
    switch setting.shape {
    case 0: top = (1, 0)
    case 1: top = (-x * x, 0)
    case 2: top = (0, x / q)
    case 3: top = (1 - x * x, 0)
    case 4: top = (-x * x - 1, 0)
    case 5: top = (1 - x * x, -x / q)
    case 6: (top, bottom) = ((1 - x * x, x * a / q), (1 - x * x, x / (a * q)))
    case 7:
      (top, bottom) = (
        (a * (a - x * x), a * x * r / q), (1 - a * x * x, x * r / q)
      )
    default:
      (top, bottom) = (
        (a * (1 - a * x * x), a * x * r / q), (a - x * x, x * r / q)
      )
    }
    let ratio = (top.0 * top.0 + top.1 * top.1) / (bottom.0 * bottom.0 + bottom.1 * bottom.1)
    return decibels(ratio) / 2
  }

  /// The magnitude in dB at a frequency, of an impulse response.
  private func magnitude(_ frames: [Float], _ frequency: Double, _ sampleRate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in frames.enumerated() where sample != 0 {
      let angle = 2 * .pi * frequency * Double(frame) / sampleRate
      real += Double(sample) * DSP.cos(angle)
      imaginary += Double(sample) * DSP.sin(angle)
    }
    return decibels(real * real + imaginary * imaginary) / 2
  }

  private func check(_ setting: Setting, sampleRate: Double) {
    var take = Take<FilterKernel>(sampleRate: sampleRate)
    take.set("shape", Float(setting.shape))
    take.set("cutoff", Float(setting.cutoff))
    take.set("resonance", Float(setting.resonance))
    take.set("gain", Float(setting.gain))
    take.input = { _, frame in frame == 0 ? 1 : 0 }
    let frames = take.render(Int(sampleRate * 0.6)).channels[1]
    for factor in [0.25, 0.5, 0.9, 1, 1.1, 2, 3.7] {
      let frequency = factor * setting.cutoff
      guard frequency < 0.48 * sampleRate else { continue }
      let wanted = theory(setting, frequency, sampleRate)
      let found = magnitude(frames, frequency, sampleRate)
      let isClose = wanted < -80 ? found < -75 : abs(found - wanted) < 0.1
      #expect(
        isClose, "\(Self.shapes[setting.shape]) \(setting) at \(frequency) Hz: \(found) \(wanted)")
    }
  }

  @Test(arguments: 0..<9) func theMagnitudeIsThatOfTheAnalogFilter(shape: Int) {
    for (cutoff, resonance, gain) in [(100, 0.7071, -12), (1000, 8, 9), (9000, 0.5, 24)]
      as [(Double, Double, Double)]
    {
      check(
        Setting(shape: shape, cutoff: cutoff, resonance: resonance, gain: gain),
        sampleRate: 48000)
    }
  }

  @Test(arguments: [8000, 44100, 192000] as [Double])
  func itHoldsAtEverySampleRate(sampleRate: Double) {
    for shape in 0..<9 {
      check(
        Setting(shape: shape, cutoff: 1500, resonance: 2, gain: 6), sampleRate: sampleRate)
    }
  }

  @Test func aCutoffAboveTheSampleRateIsKeptBelowIt() {
    var take = Take<FilterKernel>(sampleRate: 8000)
    take.set("cutoff", 20000)
    take.set("resonance", 50)
    take.input = { _, frame in noiseSample(frame) }
    #expect(take.render(16000).channels[0].allSatisfy { $0.isFinite && abs($0) < 60 })
  }

  @Test func eachOfEightChannelsIsFilteredSeparately() {
    for count in 1...8 {
      let layout = BusLayout(inputs: [count], outputs: [count])
      #expect(FilterKernel.component.accepts(layout))
      for channel in 0..<count {
        var take = Take<FilterKernel>(layout: layout)
        take.input = { $0 == channel && $1 == 0 ? 1 : 0 }
        let sound = take.render(200)
        for other in 0..<count {
          #expect(sound.channels[other].contains { $0 != 0 } == (other == channel))
        }
      }
    }
  }

  @Test func mixAddsTheInput() {
    var dry = Take<FilterKernel>()
    dry.set("mix", 0)
    var half = Take<FilterKernel>()
    half.set("mix", 50)
    var wet = Take<FilterKernel>()
    for frame in [0] { wet.set("mix", 100, at: frame) }
    let input: (Int, Int) -> Float = { noiseSample($0 + 2 * $1) }
    (dry.input, half.input, wet.input) = (input, input, input)
    let sounds = (dry.render(500), half.render(500), wet.render(500))
    for frame in 0..<500 {
      #expect(sounds.0.channels[0][frame] == input(0, frame))
      let mean = (sounds.0.channels[0][frame] + sounds.2.channels[0][frame]) / 2
      #expect(abs(sounds.1.channels[0][frame] - mean) < 1e-6)
    }
  }
}
