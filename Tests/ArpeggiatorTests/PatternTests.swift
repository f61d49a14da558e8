import ArpeggiatorKernel
import TenutoExtension
import Testing

@Suite struct PatternTests {
  private func notes(_ mode: Float, octaves: Float = 1, seed: Float = 0) -> [Int] {
    var performance = Performance()
    performance.set("mode", mode)
    performance.set("octaves", octaves)
    performance.set("seed", seed)
    for note in [64, 60, 67] as [UInt8] { performance.press(note, at: 0) }
    return performance.render(6000 * 14).filter(\.isNoteOn).map(\.note)
  }

  @Test func modesPlayTheirOrders() {
    #expect(notes(0).prefix(7) == [60, 64, 67, 60, 64, 67, 60])
    #expect(notes(1).prefix(4) == [67, 64, 60, 67])
    #expect(notes(2).prefix(9) == [60, 64, 67, 64, 60, 64, 67, 64, 60])
    #expect(notes(4).prefix(4) == [64, 60, 67, 64])
    #expect(notes(5).prefix(6) == [60, 64, 67, 60, 64, 67])
  }

  @Test func octavesAreAdded() {
    #expect(notes(0, octaves: 2).prefix(7) == [60, 64, 67, 72, 76, 79, 60])
    #expect(notes(1, octaves: 2).prefix(7) == [79, 76, 72, 67, 64, 60, 79])
    #expect(notes(2, octaves: 2).prefix(11) == [60, 64, 67, 72, 76, 79, 76, 72, 67, 64, 60])
    #expect(
      notes(5, octaves: 4).prefix(12).map { $0 / 12 } == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8])
  }

  @Test func chanceFollowsFromItsSeed() {
    #expect(notes(3, octaves: 4) == notes(3, octaves: 4))
    #expect(notes(3, octaves: 4) != notes(3, octaves: 4, seed: 1))
    let allowed = Set([60, 64, 67].flatMap { note in (0..<4).map { note + 12 * $0 } })
    #expect(Set(notes(3, octaves: 4)).isSubset(of: allowed))
    #expect(Set(notes(3, octaves: 4)).count > 4)
  }

  @Test func velocitiesAreTheRequestedOnes() {
    for (mode, wanted) in [
      (0, [40000, 40000, 40000, 40000, 40000]), (1, [32767, 32767, 32767, 32767, 32767]),
      (2, [40000, 28000, 28000, 28000, 40000]),
    ] as [(Float, [Int])] {
      var performance = Performance()
      performance.set("velocity-mode", mode)
      performance.set("velocity", 50)
      performance.press(60, at: 0)
      let velocities = performance.render(27000).filter(\.isNoteOn).map(\.velocity)
      #expect(velocities == wanted)
    }
  }

  @Test func latchHoldsUntilTheNextChord() {
    var performance = Performance()
    performance.set("latch", 1)
    performance.press(60, at: 0)
    performance.press(64, at: 0)
    performance.release(60, at: 100)
    performance.release(64, at: 200)
    performance.press(72, at: 15000)
    performance.set("latch", 0, at: 30000)
    performance.release(72, at: 40000)
    let sent = performance.render(60000)
    let notes = sent.filter(\.isNoteOn)
    #expect(notes.map(\.note) == [60, 64, 60, 72, 72, 72, 72])
    #expect(notes.last?.frame == 36000)
    #expect(Performance.faults(sent) == (0, 0))
  }

  @Test func notesAboveTheHighestAreFoldedDown() {
    var performance = Performance()
    performance.set("octaves", 4)
    performance.press(120, at: 0)
    let notes = performance.render(30000).filter(\.isNoteOn).map(\.note)
    #expect(notes == [120, 120, 120, 120, 120])
  }
}
