import KernelTestSupport
import TenutoExtension
import Testing

@Suite struct PitchTests {
  private func frequency(_ note: Double) -> Double { DSP.frequency(ofNote: note) }

  private func cents(_ take: Take, expected: Double) -> Double {
    let sound = take.render(26000)
    return 1200 * DSP.log2(sound.frequency(near: expected, from: 4800) / expected)
  }

  @Test(arguments: [33, 45, 57, 60, 69, 81, 93, 108] as [UInt8])
  func notesAreInTune(note: UInt8) {
    for sampleRate in [44100.0, 48000, 96000] {
      var take = Take.plain(sampleRate: sampleRate)
      take.play(note)
      #expect(abs(cents(take, expected: frequency(Double(note)))) < 0.5)
    }
  }

  @Test func aFullPitchWheelIsTwoSemitones() {
    for (value, semitones) in [(UInt32.max, 2.0), (0, -2), (0x8000_0000, 0), (0xC000_0000, 1)] {
      var take = Take.plain()
      take.add(0, .pitchBend(channel: 0, value: value))
      take.play(69)
      #expect(abs(cents(take, expected: frequency(69 + semitones))) < 0.01)
    }
  }

  @Test func thePitchWheelMovesSoundingNotesOfItsChannelOnly() {
    var take = Take.plain()
    take.play(69, channel: 3)
    take.add(2000, .pitchBend(channel: 3, value: .max))
    take.add(2000, .pitchBend(channel: 4, value: 0))
    #expect(abs(cents(take, expected: frequency(71))) < 0.01)
  }

  @Test func theBendRangeIsSemitonesAndCents() {
    var take = Take.plain()
    let value: UInt32 = 7 << 25 | 50 << 18
    take.add(0, .registeredController(channel: 0, bank: 0, index: 0, value: value))
    take.play(60)
    take.add(100, .pitchBend(channel: 0, value: .max))
    #expect(abs(cents(take, expected: frequency(67.5))) < 0.01)
  }

  @Test func theBendRangeIsAParameterToo() {
    var take = Take.plain()
    take.set("bend-range", 12)
    take.add(0, .pitchBend(channel: 9, value: 0))
    take.play(69, channel: 9)
    #expect(abs(cents(take, expected: 220)) < 0.01)
  }

  @Test func aBendAffectsOneNoteOnly() {
    var take = Take.plain()
    take.play(57)
    take.play(76)
    take.add(0, .registeredController(channel: 0, bank: 0, index: 7, value: 2 << 25))
    take.add(10, .perNotePitchBend(channel: 0, note: 76, value: .max))
    let sound = take.render(26000)
    #expect(abs(sound.frequency(near: 220, from: 4800) - 220) < 0.01)
    #expect(abs(sound.frequency(near: frequency(78), from: 4800) - frequency(78)) < 0.01)
  }

  @Test func theModulationWheelIsVibrato() {
    var take = Take.plain()
    take.play(69)
    let steady = take.render(38000).spectrum(from: 4800)
    take.add(0, .controlChange(channel: 0, controller: 1, value: .max))
    let vibrato = take.render(38000).spectrum(from: 4800)
    #expect(steady.level(at: 440 + 11) < 0.001 * steady.level(at: 440))
    #expect(vibrato.level(at: 440 + 11) > 0.1 * steady.level(at: 440))
  }

  @Test func resettingControllersCentresTheWheels() {
    var take = Take.plain()
    take.add(0, .pitchBend(channel: 0, value: 0))
    take.add(0, .controlChange(channel: 0, controller: 1, value: .max))
    take.play(69)
    take.add(500, .controlChange(channel: 0, controller: 121, value: 0))
    #expect(abs(cents(take, expected: 440)) < 0.01)
  }
}
