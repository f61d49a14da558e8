import Synchronization
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoSystem

struct SupervisorTests {
  @Test func everyJobGetsItsOwnResult() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { Supervisor.shared.perform { number * 2 } == number * 2 }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func aSignalThatWasSentBeforeIsNotWaitedFor() {
    let signal = Signal()
    signal.send()
    signal.send()
    signal.wait()
    #expect(signal.wait(milliseconds: 10_000))
    #expect(!signal.wait(milliseconds: 1))
  }

  @Test func aSignalWakesAnotherThread() {
    let there = Signal()
    let back = Signal()
    let thread = TestThread {
      for _ in 0..<1000 {
        there.wait()
        back.send()
      }
    }
    for _ in 0..<1000 {
      there.send()
      #expect(back.wait(milliseconds: 10_000))
    }
    #expect(thread.join())
  }
}
