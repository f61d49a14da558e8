import KernelTestSupport
import Testing

@Suite struct EnvelopeTests {
  /// The highest note, whose peaks show the level every millisecond.
  private func level(_ sound: Sound, milliseconds: Int) -> Float {
    sound.peak(milliseconds * 48..<(milliseconds + 1) * 48)
  }

  @Test func theAttackTakesItsTime() {
    for attack in [40, 100, 400] {
      var take = Take.plain()
      take.set("attack", Float(attack))
      take.play(100)
      let sound = take.render(48 * (attack + 100))
      let full = level(sound, milliseconds: attack + 50)
      #expect(abs(level(sound, milliseconds: attack / 2) / full - 0.69) < 0.04)
      #expect(abs(level(sound, milliseconds: attack * 9 / 10) / full - 0.96) < 0.03)
      #expect(abs(level(sound, milliseconds: attack + 1) / full - 1) < 0.05)
    }
  }

  @Test func theDecayLeadsToTheSustainLevel() {
    var take = Take.plain()
    take.set("decay", 300)
    take.set("sustain", 0.25)
    take.play(100)
    let sound = take.render(48 * 600)
    let full = level(sound, milliseconds: 1)
    #expect(abs(level(sound, milliseconds: 301) / full - 0.25) < 0.015)
    #expect(abs(level(sound, milliseconds: 500) / full - 0.25) < 0.015)
    // Half of the decay time is 30 dB.
    #expect(abs(level(sound, milliseconds: 151) / full - (0.25 + 0.75 * 0.0316)) < 0.01)
  }

  @Test func theReleaseEndsInTimeAndCompletely() {
    for release in [20, 250, 1000] {
      var take = Take.plain()
      take.set("release", Float(release))
      take.play(100)
      take.end(4800, 100)
      let end = 4800 + 48 * release
      let sound = take.render(end + 9600)
      #expect(sound.peak(end - 48 * release / 4..<end) > 0)
      #expect(sound.isSilent(end + 64..<end + 9600))
    }
  }

  @Test func aReleaseFallsSixtyDecibels() {
    var take = Take.plain()
    take.set("release", 1000)
    take.play(100)
    take.end(48 * 100, 100)
    let sound = take.render(48 * 1200)
    let full = level(sound, milliseconds: 90)
    #expect(abs(level(sound, milliseconds: 600) / full - 0.0308) < 0.003)
  }

  @Test func aNoteSoundsFromItsFirstFrame() {
    for (note, frame) in [(21, 0), (60, 1), (69, 15), (84, 16), (108, 777)] as [(UInt8, Int)] {
      var take = Take()
      take.play(frame, note)
      let sound = take.render(2000)
      #expect(sound.isSilent(0..<frame))
      #expect(sound.left[frame] != 0 || sound.left[frame + 1] != 0)
      #expect(sound.peak(frame..<frame + 8) < 0.01)
    }
  }

  @Test func aSustainLevelOfZeroIsReached() {
    var take = Take.plain()
    take.set("decay", 50)
    take.set("sustain", 0)
    take.play(100)
    take.end(48 * 100, 100)
    let sound = take.render(48 * 200)
    #expect(sound.isSilent(48 * 60..<48 * 200))
  }

  @Test func theSustainLevelMovesHeldNotes() {
    var take = Take.plain()
    take.set("decay", 50)
    take.play(100)
    take.set(48 * 100, "sustain", 0)
    take.set(48 * 300, "sustain", 0.5)
    let sound = take.render(48 * 500)
    #expect(sound.isSilent(48 * 200..<48 * 300))
    #expect(abs(level(sound, milliseconds: 450) / level(sound, milliseconds: 90) - 0.5) < 0.01)
  }
}
