import KernelTestSupport
import TenutoExtension
import Testing

@Suite struct NoteTests {
  @Test func louderVelocitiesAreLouder() {
    var last: Float = 0
    for velocity in stride(from: 1000, through: 65000, by: 8000) {
      var take = Take.plain()
      take.play(69, velocity: UInt16(velocity))
      let peak = take.render(4800).peak(2400..<4800)
      #expect(peak > last)
      last = peak
    }
  }

  @Test func velocityZeroEndsANote() {
    var take = Take.plain()
    take.play(60)
    take.play(4800, 60, velocity: 0)
    #expect(take.render(48000).isSilent(20000..<48000))
  }

  @Test func notesAboveTheRangeAreIgnored() {
    var take = Take.plain()
    for note in 128...255 { take.play(UInt8(note)) }
    #expect(take.render(9600).isSilent(0..<9600))
  }

  @Test func aNoteOffEndsOnlyItsNoteAndChannel() {
    var take = Take.plain()
    take.play(60, channel: 2)
    take.end(100, 60, channel: 3)
    take.end(100, 61, channel: 2)
    take.end(100, 188, channel: 2)
    #expect(take.render(48000).peak(40000..<48000) > 0.05)
    take.end(200, 60, channel: 2)
    #expect(take.render(48000).isSilent(20000..<48000))
  }

  @Test func aRepeatedNoteNeedsOneNoteOff() {
    var take = Take.plain()
    take.play(60)
    take.play(1000, 60)
    take.end(2000, 60)
    #expect(take.render(48000).isSilent(20000..<48000))
  }

  @Test func thePedalHoldsNotes() {
    var take = Take.plain()
    take.add(0, .controlChange(channel: 0, controller: 64, value: 0x8000_0000))
    take.play(60)
    take.end(1000, 60)
    #expect(take.render(48000).peak(40000..<48000) > 0.05)
    take.add(2000, .controlChange(channel: 1, controller: 64, value: 0))
    #expect(take.render(48000).peak(40000..<48000) > 0.05)
    take.add(3000, .controlChange(channel: 0, controller: 64, value: 0x7FFF_FFFF))
    #expect(take.render(48000).isSilent(20000..<48000))
  }

  @Test func theKeyHoldsNotesWhenThePedalComesUp() {
    var take = Take.plain()
    take.add(0, .controlChange(channel: 0, controller: 64, value: .max))
    take.play(60)
    take.add(1000, .controlChange(channel: 0, controller: 64, value: 0))
    #expect(take.render(48000).peak(40000..<48000) > 0.05)
  }

  @Test func allNotesOffEndsTheNotesOfItsChannel() {
    var take = Take.plain()
    for note in 50..<60 { take.play(UInt8(note)) }
    take.play(70, channel: 1)
    take.add(1000, .controlChange(channel: 0, controller: 123, value: 0))
    #expect(take.render(48000).peak(40000..<48000) > 0.05)
    take.add(1000, .controlChange(channel: 1, controller: 123, value: 0))
    #expect(take.render(48000).isSilent(20000..<48000))
  }

  @Test func allSoundOffCutsTailsAndPedal() {
    var take = Take.plain()
    take.set("release", 10000)
    take.add(0, .controlChange(channel: 0, controller: 64, value: .max))
    take.play(60)
    take.end(1000, 60)
    take.play(1000, 67)
    take.add(4800, .controlChange(channel: 0, controller: 120, value: 0))
    let sound = take.render(9600)
    #expect(sound.isSilent(4800 + 240 + 64..<9600))
    #expect(sound.largestStep(4700..<5200) < 0.5)
  }

  @Test func volumeAndPanBelongToTheChannel() {
    var take = Take.plain()
    take.add(0, .controlChange(channel: 0, controller: 10, value: 0))
    take.add(0, .controlChange(channel: 1, controller: 7, value: 0))
    take.play(60)
    take.play(64, channel: 1)
    let sound = take.render(9600)
    #expect(sound.right.allSatisfy { $0 == 0 })
    #expect(sound.peak(4800..<9600) > 0.05)
  }

  @Test func theCentreIsTheSameOnBothSides() {
    var take = Take()
    take.add(0, .controlChange(channel: 0, controller: 10, value: 0x8000_0000))
    take.play(60)
    take.play(64, channel: 5)
    let sound = take.render(9600)
    #expect(sound.left == sound.right)
  }

  @Test func aChangeOfGainDoesNotClick() {
    var take = Take.plain()
    take.set("cutoff", 200)
    take.play(45)
    let before = take.render(48000).largestStep(9600..<48000)
    take.set(20000, "gain", 0)
    let sound = take.render(48000)
    #expect(sound.largestStep(19000..<21000) < 1.5 * before)
    #expect(sound.isSilent(30000..<48000))
  }
}
