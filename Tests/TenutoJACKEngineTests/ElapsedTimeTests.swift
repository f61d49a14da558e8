import TenutoJACK
import Testing

@testable import TenutoJACKEngine

/// How much of a period has passed when a client begins its cycle, by two clocks of JACK.
struct ElapsedTimeTests {
  private static let period = 1_333_333.0

  private static func elapsed(ofServer: Double, smoothed: UInt64?) -> UInt64 {
    JACKCycle.elapsed(ofServer: ofServer, smoothed: smoothed, period: period)
  }

  @Test func theSmoothedTimeCountsIfTheServerWokeLate() {
    #expect(Self.elapsed(ofServer: 50_000, smoothed: 250_000) == 250_000)
    #expect(Self.elapsed(ofServer: 50_000, smoothed: 383_333) == 383_333)
  }

  @Test func aSmoothedTimeThatIsFarOffDoesNotCount() {
    #expect(Self.elapsed(ofServer: 50_000, smoothed: 383_334) == 50_000)
    #expect(Self.elapsed(ofServer: 50_000, smoothed: 1_000_000) == 50_000)
    #expect(Self.elapsed(ofServer: 50_000, smoothed: .max) == 50_000)
  }

  @Test func theServersOwnTimeAlwaysCounts() {
    #expect(Self.elapsed(ofServer: 50_000, smoothed: 20_000) == 50_000)
    #expect(Self.elapsed(ofServer: 600_000, smoothed: nil) == 600_000)
    #expect(Self.elapsed(ofServer: 1_333_333, smoothed: nil) == 1_333_333)
  }

  @Test func moreThanAPeriodDoesNotCount() {
    #expect(Self.elapsed(ofServer: 1_400_000, smoothed: 1_400_000) == 0)
    #expect(Self.elapsed(ofServer: .infinity, smoothed: nil) == 0)
  }
}
