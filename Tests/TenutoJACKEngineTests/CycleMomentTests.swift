import TenutoJACK
import TenutoTransport
import Testing

@testable import TenutoJACKEngine

/// The deadline of a node: a share of the period from its start, a tenth of a period at least.
@Suite struct CycleMomentTests {
  private static let start: UInt64 = 5_000_000_000

  private static func moment(window: Double, isFreewheeling: Bool = false) -> CycleMoment {
    CycleMoment(
      frameTime: 64, transport: JACKTransport(isRolling: false, frame: 0),
      start: MonotonicTime(nanoseconds: start), window: window, isFreewheeling: isFreewheeling)
  }

  /// The deadline of a node that begins `late` nanoseconds after the start, from the start.
  private static func limit(of moment: CycleMoment, late: UInt64) -> UInt64 {
    let began = MonotonicTime(nanoseconds: start + late)
    return moment.limit(began: began, share: 0.75).nanoseconds - start
  }

  @Test func theShareCountsFromTheStartForAllNodes() {
    let moment = Self.moment(window: 1_000_000)
    #expect(Self.limit(of: moment, late: 0) == 750_000)
    #expect(Self.limit(of: moment, late: 600_000) == 750_000)
  }

  @Test func aLateNodeHasATenthOfAPeriod() {
    let moment = Self.moment(window: 1_000_000)
    #expect(Self.limit(of: moment, late: 700_000) == 800_000)
    #expect(Self.limit(of: moment, late: 1_250_000) == 1_350_000)
  }

  @Test func timeThatTheMachineStoodStillDoesNotCount() {
    let moment = Self.moment(window: 1_000_000)
    #expect(Self.limit(of: moment, late: 1_250_001) == 1_250_001 + 750_000)
  }

  @Test func aFreewheelingServerWaitsLonger() {
    let moment = Self.moment(window: 10e9, isFreewheeling: true)
    #expect(Self.limit(of: moment, late: 1_000_000) == 5_000_000_000)
    #expect(Self.limit(of: moment, late: 4_500_000_000) == 5_500_000_000)
    #expect(moment.freewheelEnd?.nanoseconds == Self.start + 9_000_000_000)
    #expect(Self.moment(window: 1_000_000).freewheelEnd == nil)
  }
}
