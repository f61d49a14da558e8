import NetworkSimulation
import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

struct ClockTests {
  /// A day in compressed time: only the exchanges, one every ten seconds.
  @Test(arguments: [-200.0, 0, 200])
  func aDriftingClockIsFollowedForADay(skew: Double) throws {
    var generator = SeededRandom(seed: 3)
    var estimate = ClockEstimate()
    var worst = 0.0
    func peer(_ time: UInt64) -> Double { Double(time) * (1 + skew / 1e6) + 5e12 }
    for exchange in UInt64(0)..<8640 {
      let sent = 1_000_000_000_000 + exchange * 10_000_000_000
      let way = UInt64.random(in: 100_000...200_000, using: &generator)
      let back = UInt64.random(in: 100_000...200_000, using: &generator)
      estimate.add(
        sent: sent, ticks: UInt64(peer(sent + way)) / ClockEstimate.tick,
        received: sent + way + back)
      guard exchange > 20 else { continue }
      // An event halfway between two exchanges and one right before the next.
      for later: UInt64 in [5_000_000_000, 9_900_000_000] {
        let now = sent + later
        let ticks = UInt64(peer(now) / 1e5)
        let time = try #require(
          estimate.time(ofTimestamp: UInt32(truncatingIfNeeded: ticks), near: now))
        // The timestamp's own resolution; half a tick on average.
        let rest = (peer(now) - Double(ticks) * 1e5) - 50_000
        worst = max(worst, abs(Double(time) + rest - Double(now)))
      }
    }
    #expect(worst < 100_000, "\(worst) ns")
    #expect(abs(estimate.skew + skew) < 10)
  }

  /// A day of two whole sessions whose clocks differ: a message every 5 s, from both sides in turn.
  ///
  /// A timestamp truncates up to a tick of 0.1 ms. The rest of the error is the estimate's.
  @Test(arguments: [-200.0, 200]) func messagesOfADayAreOnTime(skew: Double) {
    var network = SimulatedNetwork<AppleMIDICore>(seed: 12)
    let worst = network.worstTimeError(skew: skew, messages: 17_280)
    #expect(worst < 100_000, "\(worst) ns")
    for side in 0..<2 {
      #expect(network.sides[side].status.map(\.isConnected) == [true])
      #expect(network.sides[side].status.first?.late == 0)
    }
  }

  @Test func theDelayGrowsAtOnceAndShrinksLater() {
    var buffer = JitterBuffer()
    let second: UInt64 = 1_000_000_000
    buffer.arrived(eventTime: 100 * second, at: 100 * second + 100_000)
    #expect(buffer.delay == 1_000_000)
    buffer.arrived(eventTime: 101 * second, at: 101 * second + 20_000_000)
    #expect(buffer.delay == 22_500_000)
    buffer.arrived(eventTime: 102 * second, at: 102 * second + 400_000_000)
    #expect(buffer.delay == 50_000_000)
    for time in UInt64(103)..<120 {
      buffer.arrived(eventTime: time * second, at: time * second + 100_000)
    }
    #expect(buffer.delay == 1_000_000)
  }

  @Test func eventsKeepTheirIntervalsAndOrder() {
    var buffer = JitterBuffer(range: 10_000_000...10_000_000)
    let start: UInt64 = 5_000_000_000
    #expect(buffer.playTime(of: start, at: start + 1_000_000) == start + 10_000_000)
    #expect(buffer.playTime(of: start + 3, at: start + 1_000_000) == start + 10_000_003)
    // A late event is played now; an event with an implausible time too, but not before its
    // predecessor.
    #expect(buffer.playTime(of: start, at: start + 20_000_000) == start + 20_000_000)
    #expect(buffer.late == 1)
    #expect(buffer.playTime(of: 7, at: start + 19_000_000) == start + 20_000_000)
    #expect(buffer.playTime(of: nil, at: start + 21_000_000) == start + 21_000_000)
  }

  @Test func unevenArrivalsArePlayedEvenly() {
    var network = SimulatedNetwork<AppleMIDICore>(seed: 11)
    network.skew = 150
    network.sides[1].bufferRange = 30_000_000...30_000_000
    network.conditions.delay = 1_000_000...1_200_000
    network.connect()
    network.run(60 * SimulatedNetwork<AppleMIDICore>.second)
    network.conditions.delay = 1_000_000...20_000_000
    for _ in 0..<100 {
      network.send(.voice(0x90, 60, 100), from: 0)
      network.run(25_000_000)
    }
    let times = network.played[1].map(\.time)
    let gaps = zip(times.dropFirst(), times).map { Int64($0) - Int64($1) }
    #expect(times.count == 100)
    #expect(gaps.allSatisfy { abs($0 - 25_000_000) < 300_000 }, "\(gaps)")
  }
}
