import Foundation
import KernelTestSupport
import SoundFontKernel
import TenutoExtension
import TenutoRender
import TestSupport
import Testing

/// Programs, banks, drums and parameters, recognised by the pitch of a font whose presets differ by
/// it.
@Suite struct PartTests {
  /// The pitch of note 69 on a channel after some messages.
  private func pitch(
    channel: UInt8 = 0, near semitones: Double, sampleRate: Double = 48000,
    _ prepare: (inout SoundFontTake) -> Void = { _ in }
  ) throws -> Double {
    let font = try TemporaryFont()
    var take = try SoundFontTake.dry(font, sampleRate: sampleRate)
    prepare(&take)
    take.send(64, 0x90 | channel, 69, 100)
    let sound = take.render(Int(sampleRate)).sound
    #expect(sound.peak(20000..<40000) > 0.05)
    let guess = DSP.frequency(ofNote: 69 + semitones)
    return sound.frequency(near: guess, from: 12000)
  }

  private func expect(_ frequency: Double, semitones: Double) {
    let wanted = DSP.frequency(ofNote: 69 + semitones)
    #expect(abs(frequency / wanted - 1) < 0.0005, "\(frequency) Hz is not \(wanted)")
  }

  @Test(arguments: [0, 3, 15] as [UInt8])
  func aProgramChangesOnlyItsPart(channel: UInt8) throws {
    expect(try pitch(channel: channel, near: 0), semitones: 0)
    let higher = try pitch(channel: channel, near: 12) { $0.send(0, 0xC0 | channel, 5) }
    expect(higher, semitones: 12)
    let other = try pitch(channel: channel, near: 0) { $0.send(0, 0xC0 | (channel + 1) % 9, 5) }
    expect(other, semitones: 0)
  }

  @Test func aBankIsChosenWithTheProgram() throws {
    let fifth = try pitch(near: 7) {
      $0.send(0, 0xB0, 0, 8)
      $0.send(0, 0xC0, 5)
    }
    expect(fifth, semitones: 7)
  }

  @Test func partTenPlaysDrums() throws {
    expect(try pitch(channel: 9, near: -12), semitones: -12)
    // For any bank of MIDI, as in General Standard.
    let drums = try pitch(channel: 9, near: -12) {
      $0.send(0, 0xB9, 0, 8)
      $0.send(0, 0xC9, 0)
    }
    expect(drums, semitones: -12)
    // A parameter makes the part melodic, and another part play drums.
    expect(try pitch(channel: 9, near: 0) { $0.set("bank-10", 0) }, semitones: 0)
    expect(try pitch(channel: 2, near: -12) { $0.set("bank-3", 128) }, semitones: -12)
  }

  @Test func theHostLearnsProgramsChosenByMIDI() throws {
    let font = try TemporaryFont()
    var take = try SoundFontTake.dry(font)
    take.send(0, 0xB3, 0, 8)
    take.send(0, 0xC3, 5)
    let value = take.render(2048).value
    #expect(value("program-4") == 5 && value("bank-4") == 8)
    #expect(value("program-1") == 0 && value("bank-10") == 128)
  }

  @Test func factoryPresetsChooseForPartOne() throws {
    let component = SoundFontKernel.component
    let preset = try #require(component.presets.first { $0.number == 40 }, "no font is installed")
    let values = component.values(of: preset)
    #expect(values.contains(ParameterValue(100, 40)) && values.contains(ParameterValue(200, 0)))
    #expect(Set(component.presets.map(\.number)).count == component.presets.count)
    #expect(component.presets.count { $0.number / 128 == 128 } > 0, "no drums")
  }

  @Test func tuningMovesAllAndTransposingSparesDrums() throws {
    expect(try pitch(near: 0.5) { $0.set("tune", 50) }, semitones: 0.5)
    expect(try pitch(near: -3) { $0.set("transpose", -3) }, semitones: -3)
    expect(try pitch(channel: 9, near: -12) { $0.set("transpose", -3) }, semitones: -12)
  }

  /// FluidSynth has no rates above 96 kHz.
  @Test(arguments: [44100, 96000, 192_000])
  func thePitchIsThatOfTheRate(sampleRate: Double) throws {
    expect(try pitch(near: 0, sampleRate: sampleRate), semitones: 0)
  }

  @Test func compressedSamplesArePlayed() throws {
    let path = NSTemporaryDirectory() + "tenuto-\(UUID().uuidString).ogg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try SoundFileWriter(
      path: path, format: .oggVorbis, sampleRate: 44000, channelCount: 1)
    try writer.write(channels: [TestFont.sine.map { Float($0) / 32768 }])
    try writer.finish()
    var font = TestFont.standard
    font.vorbis = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var take = try SoundFontTake.dry(try TemporaryFont(font.bytes))
    take.send(0, 0xC0, 5)
    take.send(64, 0x90, 57, 100)
    let sound = take.render(48000).sound
    #expect(sound.peak(20000..<40000) > 0.05)
    expect(sound.frequency(near: 440, from: 12000), semitones: 0)
  }

  @Test func downloadableSoundsArePlayed() throws {
    let font = try TemporaryFont(TestFont.dls)
    let unit = SoundFontUnit()
    let answer = try unit.answer(Array(font.path.utf8))
    #expect(String(decoding: answer, as: UTF8.self) == "0\t3\tSine\n")
    var take = SoundFontTake(unit: unit)
    take.send(0, 0xC0, 3)
    take.send(64, 0x90, 69, 100)
    let sound = take.render(48000).sound
    #expect(sound.peak(20000..<40000) > 0.005)
    expect(sound.frequency(near: 440, from: 12000), semitones: 0)
  }

  @Test func gainAndPolyphonyAreAsTheySay() throws {
    let font = try TemporaryFont()
    func peak(_ prepare: (inout SoundFontTake) -> Void) throws -> Float {
      var take = try SoundFontTake.dry(font)
      prepare(&take)
      for note in [57, 69, 81] as [UInt8] { take.send(64, 0x90, note, 100) }
      return take.render(24000).sound.peak(12000..<24000)
    }
    let loud = try peak { _ in }
    #expect(abs(try peak { $0.set("gain", 0.5) } / loud - 0.5) < 0.001)
    #expect(try peak { $0.set("polyphony", 1) } < 0.6 * loud)
  }

  @Test func reverbAndChorusChangeTheSound() throws {
    let font = try TemporaryFont()
    var take = try SoundFontTake.dry(font)
    take.send(0, 0xB0, 91, 127)
    take.send(0, 0xB0, 93, 127)
    take.send(64, 0x90, 69, 100)
    take.send(9600, 0x80, 69)
    let dry = take.render(96000).sound
    take.set("reverb", 1)
    let reverb = take.render(96000).sound
    #expect(reverb.peak(20000..<30000) > 100 * max(dry.peak(20000..<30000), 1e-7))
    take.set("reverb", 0)
    take.set("chorus", 1)
    #expect(take.render(96000).sound.left != dry.left)
  }

  /// The General MIDI message, and one that is too long, in packets.
  @Test func systemExclusiveMessagesAreTaken() throws {
    let reset = { (take: inout SoundFontTake) in
      take.send(0, 0xC0, 5)
      // F0 41 7F 42 12 40 00 7F 00 41 F7: General Standard on.
      take.send(0, UMP(0x3016_417F, 0x4212_4000))
      take.send(0, UMP(0x3033_7F00, 0x4100_0000))
    }
    expect(try pitch(near: 0, reset), semitones: 0)
    let long = try pitch(near: 12) { take in
      take.send(0, 0xC0, 5)
      take.send(0, UMP(0x3016_417F, 0x4212_4000))
      for _ in 0..<300 { take.send(0, UMP(0x3026_0102, 0x0304_0506)) }
      take.send(0, UMP(0x3033_7F00, 0x4100_0000))
    }
    expect(long, semitones: 12)
  }
}
