import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// Extensions that end.
@Suite(.serialized) struct CrashRows {
  /// How a process ends after a fault.
  struct End: Sendable, CustomTestStringConvertible {
    let row: String
    let exit: ProcessExit
    var testDescription: String { row }

    init(_ row: String, signal: Int32) {
      self.row = row
      exit = .signaled(number: signal)
    }

    init(_ row: String, code: Int32) {
      self.row = row
      exit = .exited(code: code)
    }

    /// Whether a report names the end.
    func isNamed(by cause: FaultCause) -> Bool {
      switch (exit, cause) {
      case (.signaled(let number), .crashed(let signal, _)): number == signal
      case (.signaled(let number), .killed(let signal)): number == signal
      case (.exited(let code), .exited(let said)): code == said
      default: false
      }
    }
  }

  static let ends = [
    End("F01", signal: SIGSEGV), End("F01-bus", signal: SIGBUS), End("F01-ill", signal: SIGILL),
    End("F01-fpe", signal: SIGFPE), End("F02", signal: SIGABRT), End("F04", code: 0),
  ]

  /// Without supervision: a fade within the cycle, then silence.
  @Test(arguments: ends)
  func f01f02f04anEndedNodeFadesToSilenceWithinItsCycle(_ end: End) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit(end.row, at: 77)
      scene.render(20)
      Oracle.judge(scene)
      #expect(scene.own.elementsEqual(Expected.silence(after: 20, cycles: 40)))
      #expect(scene.reading.misses == 20)
      #expect(eventually { scene.instance.process.exit == end.exit })
    }
  }

  /// With or without a spare: the cause is reported once, and the held note sounds again, to the
  /// sample.
  @Test(arguments: ends, [SparePolicy.instance, .none])
  func f01f02f04anEndedNodeIsReportedAndSoundsAgain(_ end: End, _ spare: SparePolicy) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise(.quick(spare))
      scene.render(20)
      scene.commit(end.row, at: 77)
      scene.render()
      #expect(scene.renderUntil { scene.isHeard }, "it is heard again")
      let back = scene.cycleCount - 1
      scene.render(20)
      Oracle.judge(scene)
      let silence = Expected.silence(after: 20, cycles: back)
      #expect(scene.own.prefix(silence.count).elementsEqual(silence))
      #expect(scene.own.dropFirst(silence.count).elementsEqual(Expected.comeback(count: 21)))
      print("\(end.row), spare \(spare): silent for \(back - 20) cycles of 2 ms")
      #expect(eventually { care.reports.count == 1 })
      let report = try #require(care.reports.first)
      #expect(end.isNamed(by: report.cause), "\(report.cause)")
      if end.row == "F02" { #expect(report.lastLines.contains("the oscillator has melted")) }
      #expect(eventually { care.supervisor.status.restarts == 1 })
    }
  }

  @Test func f01aCrashedEffectPassesItsInput() throws {
    try Oracle.leavesNothing {
      let scene = try Scene(.effect)
      defer { scene.end() }
      scene.render(20)
      scene.commit("F01")
      scene.render(20)
      Oracle.judge(scene)
      let half = Expected.steady(.effect, cycles: 40)
      let first = 20 * Scene.frameCount
      #expect(scene.own.prefix(first).elementsEqual(half.prefix(first)))
      let later = 21 * Scene.frameCount
      #expect(scene.own[later...].elementsEqual(half[later...].map { $0 * 2 }))
    }
  }

  @Test func f03aCrashAtTheStartIsReportedAtOnce() {
    Oracle.leavesNothing {
      for time in ["init", "instantiate"] {
        let error = #expect(throws: HostError.self) {
          try Instance(
            built: "Faulty", "aumu fvox Test", environment: ["FAULT=F03", "AT=\(time)"])
        }
        #expect(error?.code == .extensionDied, "\(time)")
      }
    }
  }

  @Test func f03aCrashAtTheStopDelaysNoOtherNode() throws {
    try Oracle.leavesNothing {
      let scene = try Scene(environment: ["FAULT=F03", "AT=stop"])
      scene.render(20)
      Oracle.judge(scene)
      scene.end()
      #expect(scene.instance.process.exit == .signaled(number: SIGSEGV))
    }
  }

  /// A component that crashes repeatedly is quarantined until the user retries it.
  @Test func f03f39aRepeatedCrashLeadsToQuarantine() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise(.quick(), environment: ["FAULT=F39", "AT=first"])
      scene.render(20)
      scene.commit("F39")
      #expect(scene.renderUntil { care.supervisor.status.condition == .quarantined })
      let restarts = care.supervisor.status.restarts
      // Three, plus as many ends during the replay, which do not count.
      #expect(restarts <= 6)
      scene.render(50)
      Oracle.judge(scene)
      #expect(care.supervisor.status.restarts == restarts, "nobody tries any more")
      // A spare may end during the takeover, before its predecessor's end is recorded.
      #expect((2...9).contains(care.reports.count))
      #expect(scene.own.suffix(50 * Scene.frameCount).allSatisfy { $0 == 0 })
      // By one command.
      care.supervisor.retry()
      #expect(scene.renderUntil { care.supervisor.status.restarts > restarts })
      Oracle.judge(scene)
    }
  }

  @Test func f40tenSimultaneousCrashesAllRecover() throws {
    try Oracle.leavesNothing {
      let choir = try Choir(count: 10)
      defer { choir.end() }
      choir.render(20)
      choir.crash()
      choir.render(1)
      #expect(choir.renderUntilAllAreHeard())
      choir.render(20)
      #expect(eventually { choir.restarts.allSatisfy { $0 == 1 } })
      #expect(choir.reportCounts.allSatisfy { $0 == 1 })
      #expect(choir.bystanderIsUntouched)
      print("ten crashes: the last is heard again after \(choir.silentCycles) cycles of 2 ms")
    }
  }
}
