import Testing

@testable import TenutoMIDI

@Suite struct ChordTests {
  private func stroke(_ key: UInt8, at milliseconds: UInt64, isOn: Bool = true) -> KeyStroke {
    KeyStroke(
      key: key, velocity16: 0x8000, nanoseconds: milliseconds * 1_000_000, isOn: isOn)
  }

  @Test func strokesWithinTheWindowAreOneChord() {
    var grouper = ChordGrouper()
    #expect(grouper.take(stroke(67, at: 100)) == nil)
    #expect(grouper.take(stroke(60, at: 115)) == nil)
    #expect(grouper.take(stroke(64, at: 129)) == nil)
    #expect(grouper.take(stroke(72, at: 130))?.keys == [60, 64, 67])
    #expect(grouper.flush()?.keys == [72])
    #expect(grouper.flush() == nil)
  }

  @Test func theWindowBeginsWithTheFirstStroke() {
    var grouper = ChordGrouper(window: .milliseconds(10))
    #expect(grouper.take(stroke(60, at: 0)) == nil)
    #expect(grouper.take(stroke(61, at: 9)) == nil)
    #expect(grouper.take(stroke(62, at: 18))?.keys == [60, 61])
  }

  @Test func keysThatGoUpAreNoPart() {
    var grouper = ChordGrouper()
    #expect(grouper.take(stroke(60, at: 0)) == nil)
    #expect(grouper.take(stroke(60, at: 500, isOn: false)) == nil)
    #expect(grouper.flush()?.strokes.count == 1)
  }

  @Test func timesAtTheEndOfTheClockDoNotTrap() {
    var grouper = ChordGrouper(window: .seconds(Int64.max))
    let last = KeyStroke(key: 1, velocity16: 1, nanoseconds: .max, isOn: true)
    #expect(grouper.take(last) == nil)
    #expect(grouper.take(stroke(2, at: 0)) == nil)
    #expect(grouper.flush()?.strokes.count == 2)
  }

  @Test func aSequenceIsGroupedByItsOwnTimes() async {
    let (strokes, continuation) = AsyncStream.makeStream(of: KeyStroke.self)
    for (key, time) in [(60, 0), (64, 10), (67, 20), (62, 31), (65, 60), (50, 200)] {
      continuation.yield(stroke(UInt8(key), at: UInt64(time)))
    }
    continuation.finish()
    var chords: [[UInt8]] = []
    // The window of the clock never ends: only the times matter.
    for await chord in strokes.chords(clock: StoppedClock()) { chords.append(chord.keys) }
    #expect(chords == [[60, 64, 67], [62, 65], [50]])
  }

  @Test func theLastChordArrivesAfterItsWindow() async {
    let (strokes, continuation) = AsyncStream.makeStream(of: KeyStroke.self)
    continuation.yield(stroke(60, at: 0))
    continuation.yield(stroke(64, at: 1))
    var iterator = strokes.chords(within: .milliseconds(50)).makeAsyncIterator()
    // Nothing follows and nothing finishes: only the clock can complete it.
    #expect(await iterator.next()?.keys == [60, 64])
    continuation.finish()
    #expect(await iterator.next() == nil)
  }
}

/// A stopped clock.
private struct StoppedClock: Clock {
  struct Instant: InstantProtocol {
    func advanced(by duration: Duration) -> Instant { self }
    func duration(to other: Instant) -> Duration { .zero }
    static func < (left: Instant, right: Instant) -> Bool { false }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(3600))
  }
}
