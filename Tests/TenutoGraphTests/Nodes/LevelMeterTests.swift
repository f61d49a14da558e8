import Testing

@testable import TenutoRender

@Suite struct LevelMeterTests {
  @Test("The peak and the root of the mean square since the last reading")
  func levels() {
    let meter = LevelMeter.allocate()
    defer { meter.deallocate() }
    var mark = LevelMeter.Mark()
    #expect(meter.read(since: &mark) == LevelMeter.Level())
    for _ in 0..<10 { unsafe meter.take([0.5, -0.5, 0.5, -0.5, 0.5], count: 5) }
    #expect(meter.read(since: &mark) == LevelMeter.Level(peak: 0.5, rms: 0.5))
    unsafe meter.take([0, -1, 0, 0], count: 4)
    unsafe meter.take([0, 0, 0, 0], count: 4)
    unsafe meter.take([0, 0, 0, 0, 0, 0, 0, 0], count: 8)
    #expect(meter.read(since: &mark) == LevelMeter.Level(peak: 1, rms: 0.25))
    #expect(meter.read(since: &mark) == LevelMeter.Level())
  }
}
