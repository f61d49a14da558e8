import KernelTestSupport
import TenutoExtension
import Testing

@Suite struct StealingTests {
  /// 32 notes, dark enough for a click to stand out.
  private func fullHouse() -> Take {
    var take = Take.plain()
    take.set("cutoff", 300)
    take.set("attack", 20)
    for note in 60..<92 { take.play((note - 60) * 10, UInt8(note)) }
    return take
  }

  @Test func theThirtyThirdNoteTakesTheOldestVoiceWithoutAClick() {
    var take = fullHouse()
    let before = take.render(24000)
    take.play(12000, 98)
    let after = take.render(24000)
    let bound = 1.3 * before.largestStep(9600..<24000)
    #expect(after.largestStep(11900..<14000) < bound)
    let lowest = DSP.frequency(ofNote: 60)
    let spectrum = take.render(48000).spectrum(from: 15000)
    let intact = fullHouse().render(48000).spectrum(from: 15000)
    #expect(spectrum.level(at: lowest) < 0.02 * intact.level(at: lowest))
    let second = DSP.frequency(ofNote: 61)
    #expect(spectrum.level(at: second) > 0.9 * intact.level(at: second))
  }

  @Test func aReleasedVoiceIsTakenFirst() {
    var take = fullHouse()
    take.set(11000, "release", 10000)
    take.end(11000, 80)
    take.play(12000, 98)
    let spectrum = take.render(48000).spectrum(from: 15000)
    let intact = fullHouse().render(48000).spectrum(from: 15000)
    let oldest = DSP.frequency(ofNote: 60)
    #expect(spectrum.level(at: oldest) > 0.9 * intact.level(at: oldest))
  }

  @Test func aThousandNotesEndInSilence() {
    var random = Xorshift(state: 7)
    var take = Take()
    for index in 0..<1000 { take.play(index * 20, random.byte(below: 128), channel: 1) }
    take.add(20000, .controlChange(channel: 1, controller: 123, value: 0))
    let sound = take.render(48000)
    #expect(sound.peak(0..<20000) > 0.1)
    #expect(sound.isSilent(40000..<48000))
  }
}
