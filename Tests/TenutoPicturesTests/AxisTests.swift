import Testing

@testable import TenutoPictures

@Suite struct AxisTests {
  @Test func ticksAreRound() {
    #expect(Ticks.linear(0...10, limit: 5).values == [0, 2, 4, 6, 8, 10])
    #expect(Ticks.linear(-100...0, limit: 5).values == [-100, -80, -60, -40, -20, 0])
    #expect(Ticks.linear(0...0, limit: 5).values.isEmpty)
    #expect(Ticks.linear(0...Double.infinity, limit: 5).values.isEmpty)
    let decades = Ticks.logarithmic(20...24000, limit: 12).values
    #expect(
      decades.map { Int($0.rounded()) } == [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000])
    #expect(Ticks.logarithmic(1e-9...1e9, limit: 5).values.count <= 5)
    #expect(Ticks.logarithmic(0...1, limit: 5).values.isEmpty)
  }

  @Test func numbersAreShort() {
    #expect(AxisText.number(0.25, step: 0.05) == "0.25")
    #expect(AxisText.number(-20, step: 20) == "-20")
    #expect(AxisText.number(-0.0001, step: 0.5) == "0.0")
    #expect([20, 1000, 22050, 1e6].map(AxisText.short) == ["20", "1k", "22.1k", "1M"])
    #expect([0, 0.5, 3.14159, 1e-5].map(AxisText.short) == ["0", "0.5", "3.14", "1e-5"])
    #expect(AxisText.short(.nan) == "?")
    #expect(AxisText.fixed(.infinity, places: 2) == "?")
    #expect(AxisText.time(90, step: 30, isLong: true) == "1:30")
    #expect(AxisText.time(0.5, step: 0.5, isLong: false) == "0.5")
  }

  @Test func chartAxesHoldWhatTheyShow() {
    for scale in [Chart.Scale.linear, .logarithmic] {
      for values in [[1], [1, 1000], [.nan, 5], [], [-3, 0], [1e-290, 1e290]] as [[Double]] {
        let axis = ChartAxis(values, scale: scale, from: 10, to: 110)
        for value in values where axis.isShown(value) {
          #expect((10...110).contains(axis.place(value)))
        }
        #expect(axis.range.lowerBound < axis.range.upperBound)
      }
    }
    let axis = ChartAxis([1, 100], scale: .logarithmic, from: 0, to: 100)
    #expect(abs(axis.place(10) - 50) < 1e-9)
  }
}
