import KernelTestSupport
import SamplerKernel
import TenutoExtension
import Testing

@Suite struct PlaybackTests {
  /// A loop of 37 periods plays for minutes without a seam: only the sine is audible.
  @Test(arguments: [36, 55, 60, 67, 84, 100] as [UInt8]) func loopsHaveNoSeam(note: UInt8) throws {
    var sound = RecordedSound.sine(480)
    sound.loop = 1000..<1000 + 3700
    var take = try SamplerTake.plain(sound)
    take.play(0, note)
    let heard = take.render(70000)
    let pitch = 480 * DSP.exp2((Double(note) - 60) / 12)
    let bend = 2 * DSP.sin(.pi * pitch / 48000)
    let bound = Float(bend * bend * 0.3536 * 1.01 + 1e-4)
    for frame in 5000..<70000 {
      let second = heard.left[frame] - 2 * heard.left[frame - 1] + heard.left[frame - 2]
      #expect(abs(second) < bound)
    }
  }

  @Test func theBuiltInSoundLoopsWithoutASeam() throws {
    var take = try SamplerTake.plain()
    take.play(0, 60)
    let spectrum = take.render(200_000).spectrum(from: 120_000)
    let fundamental = DSP.frequency(ofNote: 60)
    #expect(spectrum.worstAlias(of: fundamental, upTo: 16000) < 0.001)
  }

  @Test func withoutALoopASoundEnds() throws {
    for (playback, isHeard) in [(0, true), (1, false), (2, false)] as [(Float, Bool)] {
      var take = try SamplerTake.plain(.sine(480))
      take.set(0, "playback", playback)
      take.play(0, 60)
      let heard = take.render(110_000)
      #expect(heard.peak(80000..<95000) > 0.3)
      #expect((heard.peak(97000..<110_000) > 0.3) == isHeard)
      if !isHeard { #expect(heard.isSilent(97000..<110_000)) }
    }
  }

  @Test func aOneShotIgnoresItsNoteOff() throws {
    for (playback, isHeard) in [(1, false), (2, true)] as [(Float, Bool)] {
      var take = try SamplerTake.plain(.sine(480))
      take.set(0, "release", 20)
      take.set(0, "playback", playback)
      take.play(0, 60)
      take.end(4800, 60)
      #expect((take.render(20000).peak(10000..<20000) > 0.3) == isHeard)
    }
  }

  @Test func theStartOffsetLeavesOutTheStart() throws {
    let ramp = RecordedSound(
      sampleRate: 48000, rootNote: 60, channels: [(0..<40000).map { Float($0) / 40000 }])
    var take = try SamplerTake.plain(ramp)
    take.set(0, "start", 50)
    take.play(0, 60)
    let heard = take.render(8000).left
    #expect(abs(heard[4000] / 0.70711 - 0.6) < 0.001)
  }

  @Test func stereoStaysStereo() throws {
    let sine = RecordedSound.sine(480).channels[0]
    let sound = RecordedSound(
      sampleRate: 48000, rootNote: 60, channels: [sine, sine.map { -0.5 * $0 }])
    var take = try SamplerTake.plain(sound)
    take.play(0, 62)
    let heard = take.render(20000)
    for frame in 0..<20000 { #expect(abs(heard.right[frame] + 0.5 * heard.left[frame]) < 1e-5) }
  }

  @Test func louderVelocitiesAreLouder() throws {
    func peak(_ velocity: UInt16, _ part: Float) throws -> Float {
      var take = try SamplerTake.plain(.sine(480))
      take.set(0, "velocity", part)
      take.play(0, 60, velocity: velocity)
      return take.render(9600).peak(4800..<9600)
    }
    #expect(abs(try peak(32768, 100) / (try peak(65535, 100)) - 0.25) < 0.01)
    #expect(abs(try peak(100, 0) / (try peak(65535, 0)) - 1) < 0.001)
  }

  @Test func theReleaseEndsInItsTime() throws {
    var take = try SamplerTake.plain(.sine(480))
    take.set(0, "release", 250)
    take.play(0, 60)
    take.end(9600, 60)
    let heard = take.render(40000)
    #expect(heard.peak(9600 + 9000..<9600 + 11900) > 0)
    #expect(heard.isSilent(9600 + 12064..<40000))
  }

  @Test func aStolenVoiceDoesNotClick() throws {
    var take = try SamplerTake.plain(.sine(120))
    take.set(0, "attack", 50)
    for note in 0..<32 as Range<UInt8> { take.play(Int(note) * 30, 40 + note) }
    let before = take.render(20000).largestStep(8000..<20000)
    take.play(12000, 38)
    take.play(12500, 39)
    #expect(take.render(20000).largestStep(11900..<14000) < 1.2 * before)
  }

  @Test func aChordDoesNotClip() {
    let component = SamplerKernel.component
    for preset in component.presets {
      var take = SamplerTake()
      for value in component.values(of: preset) {
        #expect(component.parameter(at: value.address)?.range.contains(value.value) == true)
        take.events.append((0, .parameter(address: value.address, value: value.value)))
      }
      for note in [48, 52, 55, 60] as [UInt8] { take.play(1, note, velocity: 51602) }
      let peak = take.render(96000).peak(0..<96000)
      #expect(peak > 0.1 && peak < 1, "\(preset.name): \(peak)")
    }
  }
}
