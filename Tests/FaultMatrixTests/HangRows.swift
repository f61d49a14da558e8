import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// Extensions that answer late or never.
@Suite(.serialized) struct HangRows {
  /// The length of the fault in ms, more than any stall of the machine.
  private let limit: UInt64 = 300

  /// Without supervision: one wait, and then none.
  @Test(arguments: ["F05", "F06", "F10", "F11"])
  func f05f06f10f11theHostWaitsOnceForAHungNode(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit(row, at: 77)
      let began = Date.now
      scene.render(1, milliseconds: limit)
      #expect(Date.now.timeIntervalSince(began) >= 0.3, "it was waited for")
      // Each of these cycles would wait for ten seconds; half of them together end a hang.
      scene.render(60)
      #expect(Date.now.timeIntervalSince(began) < 300, "and not again")
      Oracle.judge(scene)
      #expect(scene.own.elementsEqual(Expected.silence(after: 20, cycles: 81)))
      #expect(scene.reading.misses == 61)
      #expect(scene.instance.process.exit == nil, "its end is the supervisor's")
    }
  }

  /// Ended by the supervisor, reported, and replaced.
  @Test(arguments: ["F05", "F06", "F11"])
  func f05f06f11aHungNodeIsReportedAndReplaced(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit(row, at: 77)
      scene.render(1, milliseconds: 5)
      #expect(scene.renderUntil { scene.isHeard }, "it is heard again")
      let back = scene.cycleCount - 1
      scene.render(20)
      Oracle.judge(scene)
      #expect(scene.own.suffix(21 * Scene.frameCount).elementsEqual(Expected.comeback(count: 21)))
      #expect(care.causes(1) == [.hung])
      print("\(row): silent for \(back - 20) cycles of 2 ms")
    }
  }

  /// An extension that was stopped from outside gets two seconds, and then continues.
  @Test func f10aContinuedNodeSoundsAgainWithoutARestart() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      let process = scene.instance.process.identifier
      kill(process, SIGSTOP)
      #expect(eventually { ProcessTable.state(process) == "T" })
      scene.render(1, milliseconds: 100)
      for _ in 0..<100 {
        usleep(2000)
        scene.render()
      }
      kill(process, SIGCONT)
      #expect(scene.renderUntil { scene.isHeard })
      scene.render(20)
      Oracle.judge(scene)
      #expect(scene.instance.process.identifier == process)
      #expect(care.reports.isEmpty)
      #expect(care.supervisor.status.restarts == 0)
    }
  }

  @Test func f10aStoppedNodeIsReportedAndReplaced() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      var policy = SupervisionPolicy.quick()
      policy.stopLimit = 0.1
      let care = try scene.supervise(policy)
      scene.render(20)
      scene.commit("F10")
      scene.render(1, milliseconds: 5)
      #expect(scene.renderUntil { scene.isHeard })
      scene.render(20)
      Oracle.judge(scene)
      #expect(care.causes(1) == [.stopped])
    }
  }

  /// The control thread spins; the extension's sound continues.
  @Test func f07aBusyControlThreadDoesNotStopTheSound() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      let instance = scene.instance
      let error = Locked<HostError?>(nil)
      let call = TestThread {
        do throws(HostError) {
          _ = try instance.send(message: [17])
        } catch let failure {
          error.withLock { $0 = failure }
        }
      }
      for _ in 0..<200 {
        usleep(1000)
        scene.render()
      }
      Oracle.judge(scene)
      #expect(scene.own.elementsEqual(Expected.steady(.source, cycles: 220)))
      #expect(scene.reading.misses == 0)
      kill(instance.process.identifier, SIGKILL)
      #expect(call.join())
      #expect(error.withLock { $0?.code } == .extensionDied)
    }
  }

  /// Repeatedly too slow: bypassed, not restarted.
  @Test func f08aSlowNodeIsBypassed() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.send(.parameter(address: 2, value: 8000))
      scene.commit("F08-always")
      let isLeftOut = scene.renderUntil(milliseconds: 1) {
        care.supervisor.status.condition == .overloaded
      }
      #expect(isLeftOut)
      #expect(scene.instance.process.exit == nil)
      #expect(care.supervisor.status.restarts == 0)
      let isSound = scene.own.allSatisfy { $0.isFinite && $0.magnitude <= 0.26 }
      #expect(isSound)
    }
  }

  @Test func f12aProcessThatRefusesToEndIsKilled() throws {
    try Oracle.leavesNothing {
      let scene = try Scene(environment: ["FAULT=F12", "AT=stop"])
      scene.render(20)
      Oracle.judge(scene)
      let instance = scene.instance
      let began = Date.now
      instance.terminate()
      print("F12: gone after \(Int(Date.now.timeIntervalSince(began) * 1000)) ms")
      #expect(instance.process.exit == .signaled(number: SIGKILL))
      scene.end()
    }
  }
}
