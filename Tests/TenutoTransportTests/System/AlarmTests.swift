import CTenuto
import Foundation
import TenutoTransport
import TestSupport
import Testing

/// A thread's alarm, which replaces the timers of its waits; a new thread has none.
struct AlarmTests {
  /// The result of a wait, and when it returned.
  private struct Wait: Sendable {
    let error: CInt
    let ended: UInt64
  }

  private static let second: UInt64 = 1_000_000_000

  private static func wait(until deadline: UInt64, on word: UInt32 = 7) -> Wait {
    var word = word
    let error = unsafe tenuto_futex_wait(&word, 7, deadline)
    return Wait(error: error, ended: MonotonicTime.now.nanoseconds)
  }

  @Test func anAlarmEndsAWaitWithALaterDeadline() async throws {
    let start = MonotonicTime.now.nanoseconds
    let waits = try await onNewThread {
      (1...3).map { (_: Int) -> (alarm: UInt64, wait: Wait) in
        let alarm = MonotonicTime.now.nanoseconds + Self.second / 50
        tenuto_set_alarm(alarm)
        return (alarm, Self.wait(until: start + 60 * Self.second))
      }
    }
    for (alarm, wait) in waits {
      #expect(wait.error == EAGAIN)
      #expect(wait.ended >= alarm && wait.ended < start + 60 * Self.second)
    }
  }

  @Test func anAlarmEndsAWaitForSeveralWords() async throws {
    let start = MonotonicTime.now.nanoseconds
    let wait = try await onNewThread {
      tenuto_set_alarm(MonotonicTime.now.nanoseconds + Self.second / 50)
      var words: (UInt32, UInt32) = (7, 8)
      let error = unsafe withUnsafePointer(to: &words.0) { first in
        unsafe withUnsafePointer(to: &words.1) { second in
          unsafe tenuto_futex_wait_two(first, 7, second, 8, start + 60 * Self.second)
        }
      }
      return Wait(error: error, ended: MonotonicTime.now.nanoseconds)
    }
    #expect(wait.error == EAGAIN && wait.ended < start + 60 * Self.second)
  }

  /// An alarm that has rung, or that is later than the deadline, leaves the wait its timer.
  @Test func aDeadlineIsKeptWithoutAnAlarmBeforeIt() async throws {
    let start = MonotonicTime.now.nanoseconds
    let (before, after) = try await onNewThread {
      tenuto_set_alarm(start + 60 * Self.second)
      let before = Self.wait(until: start + Self.second / 50)
      tenuto_set_alarm(MonotonicTime.now.nanoseconds + Self.second / 100)
      while Self.wait(until: start + 60 * Self.second).error != EAGAIN {}
      return (before, Self.wait(until: MonotonicTime.now.nanoseconds + Self.second / 50))
    }
    #expect(before.error == ETIMEDOUT && before.ended >= start + Self.second / 50)
    #expect(after.error == ETIMEDOUT && after.ended < start + 60 * Self.second)
  }

  @Test func aChangedWordNeedsNoWait() async throws {
    let start = MonotonicTime.now.nanoseconds
    let wait = try await onNewThread {
      tenuto_set_alarm(start + 30 * Self.second)
      return Self.wait(until: start + 60 * Self.second, on: 8)
    }
    #expect(wait.error == EAGAIN && wait.ended < start + 30 * Self.second)
  }

  /// Threads with alarms end: each deletes its timer, of which the kernel allows a process few.
  @Test func theTimerEndsWithItsThread() async throws {
    func count() throws -> Int {
      try String(contentsOfFile: "/proc/self/timers", encoding: .utf8)
        .split(separator: "\n").count { $0.hasPrefix("ID:") }
    }
    let before = try count()
    for _ in 0..<20 {
      try await onNewThread { tenuto_set_alarm(MonotonicTime.now.nanoseconds + Self.second) }
    }
    var after = try count()
    for _ in 0..<1000 where after > before {
      usleep(10_000)
      after = try count()
    }
    #expect(after <= before)
  }
}
