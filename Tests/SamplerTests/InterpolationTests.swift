import KernelTestSupport
import SamplerKernel
import TenutoExtension
import Testing

@Suite struct InterpolationTests {
  /// The largest magnitude away from `frequency`, relative to the one there, up to 42 % of the
  /// rate.
  private func worst(_ spectrum: Spectrum, besides frequency: Double, _ sampleRate: Double)
    -> Double
  {
    var worst = 0.0
    for bin in 6..<Int(0.42 * sampleRate / spectrum.binWidth) {
      if abs(Double(bin) * spectrum.binWidth - frequency) > 6 * spectrum.binWidth {
        worst = max(worst, spectrum.magnitudes[bin])
      }
    }
    return worst / spectrum.level(at: frequency)
  }

  @Test(arguments: [100.0, 997, 4001, 9001, 15013, 19001])
  func imagesAndAliasesAreEightyDecibelsDown(frequency: Double) throws {
    for note in stride(from: 48, through: 72, by: 3).map(UInt8.init) {
      let pitch = frequency * DSP.exp2((Double(note) - 60) / 12)
      guard pitch < 0.3 * 48000 else { continue }
      var take = try SamplerTake.plain(.sine(frequency))
      take.play(0, note)
      let spectrum = take.render(38000).spectrum(from: 5000)
      let decibels = 6.0206 * DSP.log2(worst(spectrum, besides: pitch, 48000))
      // The window of the measurement has side lobes of -92 dB.
      #expect(decibels < -80, "note \(note): \(decibels) dB")
    }
  }

  /// A partial that would exceed the Nyquist frequency is inaudible below 42 % of the rate.
  @Test(arguments: [66, 72, 79, 84, 96] as [UInt8]) func excessivePriorityIsReleased(note: UInt8)
    throws
  {
    for frequency in [15013.0, 19001, 22501] {
      let pitch = frequency * DSP.exp2((Double(note) - 60) / 12)
      guard pitch > 0.58 * 48000 else { continue }
      var take = try SamplerTake.plain(.sine(frequency))
      take.play(0, note)
      let spectrum = take.render(38000).spectrum(from: 5000)
      var unit = try SamplerTake.plain(.sine(997))
      unit.play(0, 60)
      let full = unit.render(38000).spectrum(from: 5000).level(at: 997)
      let heard = spectrum.magnitudes[6..<Int(0.42 * 48000 / spectrum.binWidth)].max() ?? 0
      #expect(6.0206 * DSP.log2(heard / full) < -80, "\(frequency) Hz")
    }
  }

  @Test(arguments: [8000, 44100, 96000, 192_000] as [Double])
  func pitchAndLevelDoNotDependOnSampleRates(sampleRate: Double) throws {
    for recorded in [22050.0, 48000, 96000] {
      var sound = RecordedSound.sine(300, sampleRate: recorded)
      sound.loop = 20000..<20000 + Int(recorded / 50) * 2
      var take = try SamplerTake.plain(sound, sampleRate: sampleRate)
      take.play(0, 72)
      let heard = take.render(60000)
      #expect(abs(heard.frequency(near: 600, from: 4800) - 600) < 0.02)
      #expect(abs(heard.peak(30000..<60000) / 0.3536 - 1) < 0.01)
    }
  }

  @Test func allParametersOfPitchAddUp() throws {
    var take = try SamplerTake.plain(.sine(440, root: 69))
    take.set(0, "transpose", 7)
    take.set(0, "tune", 50)
    take.add(0, .pitchBend(channel: 0, value: .max))
    take.add(0, .registeredController(channel: 0, bank: 0, index: 7, value: 2 << 25))
    take.play(0, 57)
    take.add(10, .perNotePitchBend(channel: 0, note: 57, value: 0))
    let expected = DSP.frequency(ofNote: 57 + 7 + 0.5 + 2 - 2)
    #expect(abs(take.render(30000).frequency(near: expected, from: 4800) - expected) < 0.01)
  }

  /// At its own pitch and rate, the output equals the sample after the attack.
  @Test func theRootNoteIsTheRecording() throws {
    let sound = RecordedSound.sine(997, isLooped: false)
    var take = try SamplerTake.plain(sound)
    take.play(0, 60)
    let heard = take.render(20000).left
    for frame in 1000..<20000 {
      #expect(abs(heard[frame] - 0.70711 * sound.channels[0][frame]) < 2e-4)
    }
  }
}
