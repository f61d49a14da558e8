import Glibc
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// A node whose process ends.
@Suite(.serialized)
struct RestartTests {
  @Test(arguments: [
    (UnrulyFault.segmentationFault, FaultCause.crashed(signal: SIGSEGV, address: 0x10)),
    (.abort, .crashed(signal: SIGABRT, address: nil)),
    (.exit, .exited(code: 0)),
    (.exitWithSeven, .exited(code: 7)),
    (.spin, .hung),
    (.deadlock, .hung),
    (.endThread, .hung),
    (.badCall, .forbiddenCall),
    (.fillMemory, .memoryLimit),
  ])
  func causesAreNamedAndTheNodePlaysOn(_ fault: UnrulyFault, _ cause: FaultCause) throws {
    let stage = try Stage(policy: .with(.none))
    stage.holdNotes()
    #expect(stage.play { stage.render().last == 0.5 })
    let before = stage.supervisor.instance.process.identifier
    stage.send(fault.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.5 })
    #expect(stage.status.faults.map(\.cause) == [cause])
    #expect(stage.status.faults.first?.processIdentifier == before)
    #expect(stage.status.condition == .playing || stage.status.condition == .late)
    #expect(stage.supervisor.instance.process.identifier != before)
  }

  @Test func aFatalErrorIsNamedWithItsLastLine() throws {
    let stage = try Stage(policy: .with(.none))
    stage.render()
    stage.send(UnrulyFault.fatalError.payload)
    #expect(stage.play { stage.status.restarts == 1 })
    let fault = try #require(stage.status.faults.first)
    guard case .crashed = fault.cause else {
      Issue.record("\(fault.cause)")
      return
    }
    #expect(fault.lastLines.contains { $0.contains("the oscillator has melted") })
  }

  @Test func aKillFromOutsideIsNamed() throws {
    let stage = try Stage(policy: .with(.none))
    stage.render()
    kill(stage.supervisor.instance.process.identifier, SIGKILL)
    #expect(stage.play { stage.status.restarts == 1 })
    #expect(stage.status.faults.map(\.cause) == [.killed(signal: SIGKILL)])
  }

  @Test func stateAndValuesAndHeldNotesAreThereAgain() throws {
    let state = ComponentState(
      code: "aumu unru Test", version: 1, parameters: [ParameterValue(1, 0.25)], data: [1, 2, 3])
    let stage = try Stage(
      policy: .with(.none), kept: KeptState(state: state, values: [ParameterValue(1, 0.75)]))
    stage.holdNotes()
    stage.send(UnrulyFault.segmentationFault.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.75 })
    #expect(try stage.supervisor.instance.send(message: []) == [1, 2, 3])
    #expect(stage.keeping[0].attachments == 1)
  }

  @Test func aStateThatCrashesItsReadersIsSetAside() throws {
    let state = ComponentState(
      code: "aumu unru Test", version: 1, parameters: [], data: [0xBD])
    let stage = try Stage(
      policy: .with(.none), kept: KeptState(state: state, values: [ParameterValue(1, 0.75)]))
    stage.holdNotes()
    stage.send(UnrulyFault.exit.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.75 })
    #expect(stage.keeping[0].crashes == 2)
    let abort = FaultCause.crashed(signal: SIGABRT, address: nil)
    #expect(stage.status.faults.map(\.cause) == [.exited(code: 0), abort, abort])
    #expect(stage.starts.withLock { $0 } == 3)
  }

  @Test func aNodeThatEndsAgainAndAgainIsQuarantinedAndTriedAgain() throws {
    var policy = SupervisionPolicy.with(.none)
    policy.restartDelays = [0.02, 0.05]
    let stage = try Stage(policy: policy)
    stage.holdNotes()
    for round in 1...4 {
      #expect(stage.play { stage.render().last == 0.5 })
      stage.send(UnrulyFault.segmentationFault.payload)
      #expect(stage.play { stage.status.faults.count == round && stage.render().last == 0 })
    }
    #expect(stage.play { stage.status.condition == .quarantined })
    #expect(stage.status.restarts == 3)
    for _ in 0..<50 { stage.render() }
    #expect(stage.starts.withLock { $0 } == 3)
    stage.supervisor.retry()
    #expect(stage.play { stage.status.restarts == 4 && stage.render().last == 0.5 })
    #expect(stage.status.condition == .playing || stage.status.condition == .late)
  }

  @Test func failedStartsAreQuarantined() throws {
    var policy = SupervisionPolicy.with(.none)
    policy.restartDelays = [0.02, 0.05]
    let stage = try Stage(policy: policy) { _ throws(HostError) in
      throw HostError(.launchFailed, "There is no such file.")
    }
    stage.render()
    stage.send(UnrulyFault.exit.payload)
    #expect(stage.play { stage.status.condition == .quarantined })
    let failure = FaultCause.notStarted("There is no such file.")
    #expect(stage.status.faults.map(\.cause) == [.exited(code: 0), failure, failure, failure])
  }

  @Test func aStopOfASecondIsNoFault() throws {
    let stage = try Stage(policy: .with(.none))
    stage.holdNotes()
    #expect(stage.play { stage.render().last == 0.5 })
    let process = stage.supervisor.instance.process.identifier
    kill(process, SIGSTOP)
    var cycles = 0
    #expect(
      stage.play {
        cycles += 1
        return cycles == 120
      })
    #expect(stage.status.condition == .late)
    kill(process, SIGCONT)
    #expect(stage.play { stage.render().last == 0.5 })
    #expect(stage.status.faults.isEmpty)
    #expect(stage.supervisor.instance.process.identifier == process)
  }

  @Test func aLongStopIsAFault() throws {
    var policy = SupervisionPolicy.with(.none)
    policy.stopLimit = 0.2
    let stage = try Stage(policy: policy)
    stage.render()
    kill(stage.supervisor.instance.process.identifier, SIGSTOP)
    #expect(stage.play { stage.status.restarts == 1 })
    #expect(stage.status.faults.map(\.cause) == [.stopped])
  }

  @Test func aRestartByHandTakesOverWithoutAFault() throws {
    let stage = try Stage(policy: .with(.none), kept: KeptState(values: [ParameterValue(1, 0.75)]))
    stage.holdNotes()
    let before = stage.supervisor.instance.process.identifier
    stage.supervisor.restart()
    #expect(stage.play { stage.render().last == 0.75 })
    #expect(stage.status.faults.isEmpty)
    #expect(eventually { !ProcessTable.exists(before) })
  }
}
