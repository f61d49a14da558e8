import TenutoRender
import Testing

/// Times of the clock as frames.
@Suite struct EngineReadingTests {
  private let reading: EngineReading

  init() {
    var reading = EngineReading()
    (reading.sampleTime, reading.lastCycleTime) = (48_000, 5_000_000_000)
    self.reading = reading
  }

  @Test func anArrivalSoundsOnePeriodLaterAtTheSamePlace() {
    // The cycle that began at 5 s has rendered up to frame 48000.
    #expect(reading.sampleTime(at: 5_000_000_000, sampleRate: 48_000) == 48_000)
    #expect(reading.sampleTime(at: 5_001_000_000, sampleRate: 48_000) == 48_048)
    #expect(reading.sampleTime(at: 4_999_000_000, sampleRate: 48_000) == 47_952)
  }

  @Test func aFrameHasTheTimeOfItsArrivals() {
    for frame in stride(from: Int64(40_000), to: 60_000, by: 7) {
      let time = reading.hostTime(of: frame, sampleRate: 44_100)
      #expect(time.flatMap { reading.sampleTime(at: $0, sampleRate: 44_100) } == frame)
    }
  }

  @Test func aTimeThatMakesNoSenseIsNotBelieved() {
    #expect(EngineReading().sampleTime(at: 5_000_000_000, sampleRate: 48_000) == nil)
    #expect(EngineReading().hostTime(of: 5, sampleRate: 48_000) == nil)
    #expect(reading.sampleTime(at: 0, sampleRate: 48_000) == 48_000 - 5 * 48_000)
    #expect(reading.sampleTime(at: 15_100_000_000, sampleRate: 48_000) == nil)
    #expect(reading.hostTime(of: .max / 2, sampleRate: 48_000) == nil)
  }
}
