import Testing

@testable import TenutoRender

struct TransportClockTests {
  @Test func itPlaysFromItsFirstFrame() {
    let clock = TransportClock.allocate()
    defer { clock.deallocate() }
    #expect(clock.position(at: 480) == TransportPosition(frame: 480, isPlaying: true))
  }

  @Test func aMoveCountsFromItsFrameOnForAllReaders() {
    let clock = TransportClock.allocate()
    defer { clock.deallocate() }
    clock.move(to: TransportPosition(frame: 5000, isPlaying: true), at: 1024)
    #expect(clock.position(at: 1023).frame == 1023)
    #expect(clock.position(at: 1024).frame == 5000)
    #expect(clock.position(at: 1100).frame == 5076)
    clock.move(to: TransportPosition(frame: 7, isPlaying: false), at: 2048)
    #expect(clock.position(at: 2047) == TransportPosition(frame: 6023, isPlaying: true))
    #expect(clock.position(at: 9999) == TransportPosition(frame: 7, isPlaying: false))
  }

  @Test(arguments: [TransportMove.play, .stop, .locate(frame: 3)])
  func aMoveAtTheEnd(move: TransportMove) {
    let end = TransportPosition(frame: 100, isPlaying: false)
    let expected =
      switch move {
      case .play: TransportPosition(frame: 0, isPlaying: true)
      case .stop: TransportPosition(frame: 100, isPlaying: false)
      case .locate: TransportPosition(frame: 3, isPlaying: true)
      }
    #expect(end.moved(by: move, endingAt: 100) == expected)
  }

  @Test func timesBeatsAndMeasures() {
    let timeline = MusicalTimeline(tempo: 90, meterNumerator: 3, meterDenominator: 4)
    #expect(timeline.beat(atSeconds: 2) == 3)
    #expect(timeline.seconds(atBeat: 3) == 2)
    #expect(timeline.beat(ofMeasure: 1) == 0)
    #expect(timeline.beat(ofMeasure: 3) == 6)
    let position = timeline.position(atSeconds: 5)
    #expect((position.beat, position.measure, position.beatOfMeasure) == (7.5, 3, 2.5))
    #expect(position.tempo == 90 && position.meterNumerator == 3 && position.meterDenominator == 4)
    #expect(timeline.position(atSeconds: -1).measure == 1)
  }
}
