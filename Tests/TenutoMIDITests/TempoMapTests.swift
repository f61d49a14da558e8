import TenutoMIDI
import Testing

private func map(
  _ division: StandardMIDIFile.Division, _ tracks: [[TrackEvent]]
) -> TempoMap {
  TempoMap(StandardMIDIFile(format: .simultaneous, division: division, tracks: tracks))
}

@Suite struct TempoMapTests {
  @Test func withoutATempoItIs120QuartersAMinute() {
    let map = map(.ticksPerQuarter(480), [])
    #expect(map.seconds(atTick: 480) == 0.5)
    #expect(map.tick(atSeconds: 0.5) == 480)
    #expect(map.tempos.map(\.beatsPerMinute) == [120])
  }

  @Test func eachTempoHoldsFromItsTick() {
    let map = map(
      .ticksPerQuarter(100), [[tempoEvent(100, 1_000_000), tempoEvent(300, 250_000)]])
    let times = [0, 50, 100, 200, 300, 400].map { map.seconds(atTick: $0) }
    #expect(times == [0, 0.25, 0.5, 1.5, 2.5, 2.75])
    #expect([0.25, 0.5, 1.5, 2.75].map { map.tick(atSeconds: $0) } == [50, 100, 200, 400])
  }

  @Test func temposOfAllTracksAreMergedInOrderOfTime() {
    let tracks = [
      [tempoEvent(200, 250_000)], [tempoEvent(100, 1_000_000), tempoEvent(0, 100_000)],
    ]
    let map = map(.ticksPerQuarter(100), tracks)
    #expect(map.tempos.map(\.tick) == [0, 100, 200])
    #expect(map.tempos.map(\.microsecondsPerQuarter) == [100_000, 1_000_000, 250_000])
    #expect(map.seconds(atTick: 300) == 1.35)
  }

  @Test func theLastTempoAtOneTickHoldsAndSenselessOnesAreIgnored() {
    let short = TrackEvent(tick: 0, message: .meta(type: 0x51, data: [1]))
    let events = [tempoEvent(0, 1), tempoEvent(0, 1_000_000), tempoEvent(0, 0), short]
    #expect(map(.ticksPerQuarter(10), [events]).seconds(atTick: 10) == 1)
  }

  @Test func aTempoDoesNotChangeSMPTETime() {
    let tempo = [tempoEvent(0, 1)]
    let film = map(.smpte(framesPerSecond: .fps25, ticksPerFrame: 40), [tempo])
    #expect(film.seconds(atTick: 1000) == 1)
    #expect(film.tempos.isEmpty)
    let drop = map(.smpte(framesPerSecond: .fps29, ticksPerFrame: 1), [tempo])
    #expect(drop.seconds(atTick: 30_000) == 1001)
    #expect(drop.tick(atSeconds: 1001) == 30_000)
  }

  @Test func manyTempoChangesAddNoError() {
    let changes = (UInt32(0)..<100_000).map { tempoEvent($0, $0 % 2 == 0 ? 333_333 : 666_667) }
    #expect(map(.ticksPerQuarter(1), [changes]).seconds(atTick: 100_000) == 50_000)
  }

  @Test func theLatestTickAtTheSlowestTempoDoesNotOverflow() {
    let map = map(.ticksPerQuarter(1), [[tempoEvent(0, 0xFF_FFFF), tempoEvent(9, 0xFF_FFFE)]])
    #expect(map.seconds(atTick: .max) > 7e10)
  }

  @Test func ticksAndSecondsAreInverse() {
    var random = SeededGenerator(seed: 11)
    let changes = (0..<50).map { _ in
      let tick = UInt32.random(in: 0...100_000, using: &random)
      return tempoEvent(tick, UInt32.random(in: 1000...5_000_000, using: &random))
    }
    let map = map(.ticksPerQuarter(480), [changes])
    for _ in 0..<1000 {
      let tick = UInt32.random(in: 0...200_000, using: &random)
      #expect(abs(map.tick(atSeconds: map.seconds(atTick: tick)) - Double(tick)) < 1e-6)
    }
    #expect(map.tick(atSeconds: -1) == 0)
    #expect(map.tick(atSeconds: .nan) == 0)
  }

  @Test func timeSignaturesAreListed() {
    let waltz = TrackEvent(tick: 5, message: .meta(type: 0x58, data: [3, 2, 24, 8]))
    let senseless = TrackEvent(tick: 6, message: .meta(type: 0x58, data: [3, 200, 24, 8]))
    let signatures = map(.ticksPerQuarter(96), [[waltz, senseless]]).timeSignatures
    #expect(signatures.map(\.tick) == [5])
    #expect(signatures.first?.numerator == 3)
    #expect(signatures.first?.denominator == 4)
  }
}
