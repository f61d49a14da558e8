import Glibc
import Testing

@testable import TenutoRender
@testable import TenutoSupervision

/// Whether an unresponsive node hangs, from simulated observations.
final class HangVerdictTests {
  private var detector = HangDetector(SupervisionPolicy())
  private var now: UInt64 = 1_000_000_000_000
  private var misses: UInt64 = 0
  private var ran: UInt64 = 0

  /// Observes every 10 ms a node that misses 4 cycles in each interval; returns the verdict and its
  /// time in ms.
  private func watch(
    milliseconds: Int, answer: (Int) -> UInt32? = { _ in 5 }, isAsked: Bool = true,
    share: Double = 0, thread: (Int) -> Character? = { _ in "S" }
  ) -> (HangDetector.Verdict, Int)? {
    for time in stride(from: 0, through: milliseconds, by: 10) {
      now += 10_000_000
      if isAsked || misses == 0 { misses += 4 }
      ran += UInt64(share * 10_000_000)
      let look = HangDetector.Look(
        now: now, misses: misses, missesInRow: misses, answer: answer(time),
        thread: thread(time).map { .reading(ThreadReading(state: $0, ran: ran)) } ?? .gone)
      guard let verdict = detector.check(look) else { continue }
      if verdict != .asleep { return (verdict, time) }
      roused.append(time)
    }
    return nil
  }
  /// When the next observation was due, in ms of the newest watch.
  private var roused: [Int] = []

  @Test func aThreadThatSpinsHangs() throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, share: 1, thread: { _ in "R" }))
    #expect(verdict == .hung)
    #expect((50...70).contains(time))
  }

  @Test func halfOfTheTimeIsEnoughToSpin() throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, share: 0.4, thread: { _ in "R" }))
    #expect(verdict == .hung)
    #expect((60...90).contains(time))
  }

  @Test(arguments: ["S", "D"] as [Character])
  func aThreadThatSleepsAndOwesAnAnswerHangs(_ state: Character) throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, thread: { _ in state }))
    #expect(verdict == .hung)
    #expect((50...70).contains(time))
  }

  @Test func aThreadThatSleepsIsRousedOnceBefore() {
    _ = watch(milliseconds: 5000)
    #expect(roused == [30])
  }

  @Test func aNodeThatAnswersAfterAWakeUpDoesNotHang() {
    // After each answer the extension sleeps without being woken.
    let verdict = watch(milliseconds: 5000, answer: { [unowned self] _ in UInt32(roused.count) })
    #expect(verdict == nil)
    #expect(roused.count > 50)
  }

  @Test func aThreadThatGetsNoTimeIsWaitedForASecond() throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, thread: { _ in "R" }))
    #expect(verdict == .hung)
    #expect((1000...1020).contains(time))
  }

  @Test func aStoppedThreadIsWaitedForTwoSeconds() throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, thread: { _ in "T" }))
    #expect(verdict == .stopped)
    #expect((2000...2020).contains(time))
  }

  @Test func aThreadThatResumesAfterAStopGetsItsTime() {
    // It was stopped for 1.5 s and then needs 40 ms for its answer.
    let verdict = watch(
      milliseconds: 2500, answer: { $0 < 1540 ? 5 : UInt32($0) }, thread: { $0 < 1500 ? "T" : "S" })
    #expect(verdict == nil)
  }

  @Test func aThreadThatHasEndedHangsWhenItsProcessLivesOn() throws {
    let (verdict, time) = try #require(watch(milliseconds: 5000, thread: { _ in nil }))
    #expect(verdict == .hung)
    #expect((50...70).contains(time))
  }

  @Test func lateAnswersAreAnswers() {
    let verdict = watch(milliseconds: 5000, answer: { UInt32($0) }, share: 1, thread: { _ in "R" })
    #expect(verdict == nil)
  }

  @Test func aNodeWithoutRequestsDoesNotHang() {
    // It has missed one cycle, and the engine has stopped since then.
    #expect(watch(milliseconds: 5000, isAsked: false) == nil)
  }

  @Test func anAnswerInTimeEndsTheSilence() {
    _ = watch(milliseconds: 40, share: 1, thread: { _ in "R" })
    let look = HangDetector.Look(
      now: now + 10_000_000, misses: misses, missesInRow: 0, answer: 9, thread: .unknown)
    #expect(detector.check(look) == nil)
    now += 10_000_000
    #expect(detector.silentRun == 0)
    #expect(watch(milliseconds: 40, answer: { _ in 9 }, share: 1, thread: { _ in "R" }) == nil)
  }
}

/// The watch itself stalled.
final class WatchClockTests {
  private var clock = WatchClock()

  private func isGrace(_ now: UInt64) -> Bool { clock.isGrace(at: now) }

  @Test func aStandstillIsFollowedByASecondOfGrace() {
    #expect(!isGrace(5_000_000_000))
    clock.expect(5_010_000_000)
    #expect(!isGrace(5_100_000_000))
    clock.expect(5_110_000_000)
    #expect(isGrace(15_000_000_000))
    clock.expect(15_980_000_000)
    #expect(isGrace(15_990_000_000))
    clock.expect(16_000_000_000)
    #expect(!isGrace(16_010_000_000))
  }
}

/// Whether an answering node is too slow.
final class OverloadTests {
  private var detector = OverloadDetector(SupervisionPolicy())
  private var counters = NodeReading()
  private var now: UInt64 = 1_000_000_000_000

  /// Simulates cycles of 2.5 ms, observed every 10 ms; returns whether the node must be bypassed.
  private func play(
    milliseconds: Int, misses isMissed: (Int) -> Bool, areOwn: Bool = true
  ) -> Bool {
    for cycle in 0..<(milliseconds * 2 / 5) {
      if isMissed(cycle) {
        counters.misses += 1
        counters.missesInRow += 1
        if areOwn { counters.ownMisses += 1 }
      } else {
        counters.cycles += 1
        counters.missesInRow = 0
      }
      now += 2_500_000
      if cycle % 4 == 3, detector.check(now: now, counters, .unknown) { return true }
    }
    return false
  }

  @Test func eightOwnMissesInARowAreTooMany() {
    #expect(play(milliseconds: 60) { $0 > 4 })
  }

  @Test func aNodeWaitingForACoreIsNotSlow() {
    #expect(!play(milliseconds: 20_000, misses: { $0 > 4 }, areOwn: false))
    #expect(!play(milliseconds: 20_000, misses: { $0 % 5 == 0 }, areOwn: false))
    #expect(play(milliseconds: 60) { _ in true })
  }

  @Test func aSingleLongCycleIsNoReason() {
    // Sixteen periods long: its misses become known together at its end.
    for _ in 0..<16 {
      counters.misses += 1
      counters.missesInRow += 1
    }
    let isAtOnce = detector.check(now: now, counters, .unknown)
    counters.ownMisses += 16
    now += 10_000_000
    let isThen = detector.check(now: now, counters, .unknown)
    #expect(!isAtOnce && !isThen)
    #expect(!play(milliseconds: 20_000) { _ in false })
  }

  @Test func aSpikeOfThreePeriodsChangesNothing() {
    #expect(!play(milliseconds: 20_000) { (100..<103).contains($0) })
  }

  @Test func everyTenthIsTooManyOverFiveSeconds() {
    #expect(!play(milliseconds: 4900) { $0 % 10 == 0 })
    #expect(play(milliseconds: 1200) { $0 % 10 == 0 })
  }

  @Test func everyTwentiethIsNot() {
    #expect(!play(milliseconds: 20_000) { $0 % 20 == 0 })
  }

  @Test func aBadSecondIsForgotten() {
    #expect(!play(milliseconds: 800) { $0 % 5 == 0 })
    #expect(!play(milliseconds: 20_000) { _ in false })
  }
}

/// Whether a late node with little processor time is too slow.
final class StallTests {
  private var detector = StallDetector(SupervisionPolicy())
  private var counters = NodeReading()
  private var reading = ThreadReading(state: "S", ran: 0)
  private var now: UInt64 = 1_000_000_000_000

  /// Simulates cycles of 5 ms, observed every 10 ms, in which the node waits for a core for
  /// `waited` of the time; returns when it must be bypassed in ms, nil for never.
  private func play(
    milliseconds: Int, misses: Bool = true, stalls isStall: (Int) -> Bool, waited: Double = 0
  ) -> Int? {
    for cycle in 0..<(milliseconds / 5) {
      if misses { counters.misses += 1 } else { counters.cycles += 1 }
      if isStall(cycle) { counters.stalls += 1 }
      now += 5_000_000
      reading.waited += UInt64(waited * 5_000_000)
      if cycle % 2 == 1, detector.check(now: now, counters, .reading(reading)) { return cycle * 5 }
    }
    return nil
  }

  @Test func aNodeThatSleepsInEachCycleIsTooSlowAfterASecond() throws {
    let time = try #require(play(milliseconds: 5000, stalls: { _ in true }))
    #expect((1000...1020).contains(time))
  }

  @Test func aNodeThatSleepsForSeveralCyclesIsTooSlow() {
    #expect(play(milliseconds: 5000, stalls: { $0 % 5 == 0 }) != nil)
  }

  @Test func aLateNodeWithoutACoreIsNotTooSlow() {
    #expect(play(milliseconds: 20_000, stalls: { _ in true }, waited: 0.3) == nil)
  }

  @Test func theFollowerOfASleepingNodeIsNotTooSlow() {
    #expect(play(milliseconds: 20_000, stalls: { $0 % 100 == 0 }) == nil)
  }

  @Test func anOccasionallyLateNodeIsNotTooSlow() {
    #expect(play(milliseconds: 400, stalls: { _ in true }) == nil)
    #expect(play(milliseconds: 1200, misses: false, stalls: { _ in false }) == nil)
    #expect(play(milliseconds: 400, stalls: { _ in true }) == nil)
  }

  @Test func aStoppedNodeIsNotTooSlow() {
    reading.state = "T"
    #expect(play(milliseconds: 20_000, stalls: { _ in true }) == nil)
  }

  @Test func inLongCyclesItTakesAFewMore() {
    for _ in 0..<7 {
      counters.misses += 1
      counters.stalls += 1
      now += 170_000_000
      let isTooSlow = detector.check(now: now, counters, .reading(reading))
      #expect(!isTooSlow)
    }
  }
}

/// Floods, each of which must be detected once.
struct FloodWatchTests {
  private var watch = FloodWatch()
  private var counters = NodeReading()

  private mutating func look(isPlaying: Bool = true) -> Bool {
    watch.check(counters, isPlaying: isPlaying)
  }

  private mutating func begin() {
    counters.floods += 1
    counters.isFlooding = true
  }

  @Test mutating func eachFloodIsSeenOnce() {
    let before = look()
    begin()
    let looks = [look(), look()]
    counters.isFlooding = false
    let between = look()
    begin()
    let again = [look(), look()]
    #expect(!before && !between)
    #expect(looks == [true, false] && again == [true, false])
  }

  @Test mutating func aFloodThatBeginsDuringARestartIsSeenAfterIt() {
    begin()
    let during = look(isPlaying: false)
    let after = look()
    #expect(!during && after)
  }

  @Test mutating func aFloodOfThePreviousInstanceDoesNotAffectTheNext() {
    begin()
    let during = look(isPlaying: false)
    counters.isFlooding = false
    let after = [look(), look()]
    #expect(!during && after == [false, false])
  }
}

/// Whether a bypassed instance stops.
final class ParkedWatchTests {
  private var watch = ParkedWatch(now: 0)

  /// Observes every 10 ms a thread that runs for `share` of the time.
  private func look(milliseconds: Range<UInt64>, share: Double) -> Set<String> {
    var verdicts: Set<String> = []
    for time in stride(from: milliseconds.lowerBound, to: milliseconds.upperBound, by: 10) {
      ran += UInt64(share * 10e6)
      let reading = ThreadReading(state: share > 0 ? "R" : "S", ran: ran)
      verdicts.insert("\(watch.check(now: time * 1_000_000, .reading(reading)))")
    }
    return verdicts
  }
  private var ran: UInt64 = 0

  @Test func aStoppedInstanceIsNotTouched() {
    #expect(look(milliseconds: 10..<10_000, share: 0) == ["nothing"])
  }

  @Test func anInstanceThatNeedsAFewPeriodsLosesOnlyItsPriority() {
    #expect(look(milliseconds: 10..<60, share: 1) == ["nothing", "takePriority"])
    #expect(look(milliseconds: 60..<10_000, share: 0) == ["nothing"])
  }

  @Test func anInstanceThatKeepsRunningIsEnded() {
    #expect(look(milliseconds: 10..<900, share: 0.2) == ["nothing", "takePriority"])
    #expect(look(milliseconds: 900..<2000, share: 0.2).contains("end"))
  }
}

/// When a node that was too slow is retried.
struct TrialPlanTests {
  @Test func eachTrialWaitsTwiceAsLongAMinuteAtMost() {
    var plan = TrialPlan()
    var now: UInt64 = 0
    var delays: [UInt64] = []
    for _ in 0..<7 {
      plan.plan(now: now)
      delays.append(((plan.due ?? 0) - now) / 1_000_000_000)
      now = plan.due ?? 0
      plan.begin(now: now)
      #expect(plan.due == nil && plan.isOn)
      now += 100_000_000
    }
    #expect(delays == [2, 4, 8, 16, 32, 60, 60])
    // A long successful trial resets the delay.
    plan.plan(now: now + 200_000_000_000)
    #expect(plan.due == now + 202_000_000_000)
  }

  @Test func aTrialIsPassedOnce() {
    var plan = TrialPlan()
    plan.plan(now: 0)
    plan.begin(now: 10)
    let looks = [5_000_000_000, 6_000_000_010, 6_000_000_010].map { plan.pass(now: $0) }
    #expect(looks == [false, true, false])
    #expect(!plan.isOn)
  }
}

/// The parsing of the kernel's texts.
struct ThreadReadingTests {
  @Test func aNameMayContainAnything() {
    let stat = "712 (a) R (b) S 1 712 712 0 -1"
    let reading = ThreadReading(stat: stat, schedstat: "123456 99 7\n")
    #expect(reading == ThreadReading(state: "S", ran: 123_456, waited: 99))
    #expect(ThreadReading(stat: "712", schedstat: "1 2 3") == nil)
    #expect(ThreadReading(stat: stat, schedstat: "") == nil)
  }

  @Test func theOwnThreadIsThere() {
    let identifier = getpid()
    guard case .reading(let reading) = ThreadReading.look(process: identifier, thread: identifier)
    else {
      Issue.record("there is no reading of this process")
      return
    }
    #expect("RSD".contains(reading.state))
    #expect(ThreadReading.look(process: identifier, thread: 4_999_999) == .gone)
  }
}
