import Glibc
import Testing

@testable import TenutoProcess
@testable import TenutoSupervision

/// The cause of a process's end, from the evidence.
struct CauseTests {
  private func cause(
    _ exit: ProcessExit, _ change: (inout FaultEvidence) -> Void = { _ in }
  ) -> FaultCause {
    var evidence = FaultEvidence()
    change(&evidence)
    return evidence.cause(of: exit)
  }

  @Test func aSignalRaisedByTheProcessIsACrash() {
    #expect(cause(.signaled(number: SIGSEGV)) == .crashed(signal: SIGSEGV, address: nil))
    let noted = cause(.signaled(number: SIGSEGV)) {
      $0.notedSignal = SIGSEGV
      $0.notedAddress = 16
    }
    #expect(noted == .crashed(signal: SIGSEGV, address: 16))
    let other = cause(.signaled(number: SIGBUS)) {
      $0.notedSignal = SIGSEGV
      $0.notedAddress = 16
    }
    #expect(other == .crashed(signal: SIGBUS, address: nil))
  }

  /// The host may kill an extension that is dying.
  @Test func aFaultPrecedesAKill() {
    let noted = cause(.signaled(number: SIGKILL)) {
      $0.notedSignal = SIGSEGV
      $0.notedAddress = 16
    }
    #expect(noted == .crashed(signal: SIGSEGV, address: 16))
    let spinning = cause(.signaled(number: SIGKILL)) {
      $0.notedSignal = SIGSEGV
      $0.silentRun = 150_000_000
    }
    #expect(spinning == .processorLimit)
    #expect(
      cause(.signaled(number: SIGKILL)) { $0.notedSignal = SIGKILL } == .killed(signal: SIGKILL))
  }

  @Test func limitsAreNamed() {
    #expect(cause(.signaled(number: SIGXCPU)) == .processorLimit)
    #expect(cause(.signaled(number: SIGSYS)) == .forbiddenCall)
    #expect(cause(.signaled(number: SIGKILL)) == .killed(signal: SIGKILL))
    #expect(cause(.signaled(number: SIGKILL)) { $0.silentRun = 150_000_000 } == .processorLimit)
    let memory = cause(.signaled(number: SIGABRT)) {
      $0.dataLimit = 512 << 20
      $0.dataBytes = 500 << 20
    }
    #expect(memory == .memoryLimit)
    let small = cause(.signaled(number: SIGABRT)) {
      $0.dataLimit = 512 << 20
      $0.dataBytes = 5 << 20
    }
    #expect(small == .crashed(signal: SIGABRT, address: nil))
    #expect(
      cause(.signaled(number: SIGKILL)) { $0.violation = ProcessMemory.violation } == .memoryLimit)
  }

  /// Memory that was written and is now read-only, and shared memory, is resident but not private
  /// data.
  @Test func heldMemoryIsMoreThanData() throws {
    let status = """
      Name:\tevil
      VmStk:\t     132 kB
      VmData:\t    2048 kB
      RssAnon:\t  600000 kB
      RssFile:\t 9000000 kB
      RssShmem:\t    1024 kB
      VmSwap:\t       8 kB
      """
    let memory = try #require(ProcessMemory(status: status))
    #expect(memory.dataBytes == (132 + 2048) << 10)
    #expect(memory.heldBytes == (600_000 + 1024 + 8) << 10)
    #expect(memory.exceeds(512 << 20))
    #expect(!memory.exceeds(600 << 20))
    #expect(ProcessMemory(status: "Name:\tzombie\n") == nil)
  }

  @Test func threadsAreCounted() {
    #expect(ThreadReading.count(status: "Name:\tThreads: 9\nThreads:\t65\nSigQ:\t0/1") == 65)
    #expect(ThreadReading.count(status: "Threads:\tmany\n") == 0)
    #expect(
      cause(.signaled(number: SIGKILL)) { $0.violation = ThreadReading.violation }
        == .protocolFault(ThreadReading.violation))
  }

  @Test func theHostsVerdictTakesPrecedence() {
    #expect(cause(.signaled(number: SIGKILL)) { $0.verdict = .stopped } == .stopped)
    #expect(cause(.signaled(number: SIGKILL)) { $0.violation = "gave no answer" } == .hung)
    #expect(
      cause(.signaled(number: SIGKILL)) { $0.violation = "sent nonsense" }
        == .protocolFault("sent nonsense"))
  }

  @Test func anExitIsOne() {
    #expect(cause(.exited(code: 0)) == .exited(code: 0))
    #expect(cause(.exited(code: 7)) == .exited(code: 7))
  }

  @Test func causesAreSentences() {
    let causes: [FaultCause] = [
      .crashed(signal: SIGSEGV, address: 16), .crashed(signal: SIGABRT, address: nil),
      .exited(code: 3), .hung, .stopped, .protocolFault("sent \u{1B}[2J"), .memoryLimit,
      .processorLimit, .forbiddenCall, .killed(signal: SIGTERM), .notStarted("It failed."),
    ]
    for cause in causes {
      #expect(["It ", "Another process "].contains { cause.description.hasPrefix($0) })
      #expect(cause.description.hasSuffix("."))
      #expect(!cause.description.contains("\u{1B}"))
    }
    #expect(
      causes[0].description == "It crashed with SIGSEGV at address 0x10.")
  }
}

/// The number of restarts.
final class RestartPlanTests {
  private var plan = RestartPlan()

  private func next(at second: UInt64) -> RestartPlan.Decision {
    plan.next(SupervisionPolicy(), now: second * 1_000_000_000)
  }

  @Test func theFourthInAMinuteIsOneTooMany() {
    let second: UInt64 = 1_000_000_000
    #expect(next(at: 100) == .restart(after: 0))
    #expect(next(at: 101) == .restart(after: second / 4))
    #expect(next(at: 102) == .restart(after: second))
    #expect(next(at: 103) == .quarantine)
    #expect(next(at: 159) == .quarantine)
    #expect(next(at: 160) == .restart(after: second))
  }
}
