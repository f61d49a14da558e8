import Glibc
import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

/// Spare processes.
@Suite(.serialized)
struct SpareTests {
  @Test func aSpareTakesOverAndAnotherOneIsMade() throws {
    let stage = try Stage(
      policy: .with(.instance), kept: KeptState(values: [ParameterValue(1, 0.75)]))
    stage.holdNotes()
    #expect(stage.play { stage.status.hasSpare && stage.render().last == 0.5 })
    stage.send(UnrulyFault.segmentationFault.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.75 })
    // The spare plays: the only other start is that of the next spare.
    #expect(stage.starts.withLock { $0 } <= 2)
    #expect(stage.play { stage.status.hasSpare })
    #expect(stage.starts.withLock { $0 } == 2)
    #expect(stage.status.faults.map(\.cause) == [.crashed(signal: SIGSEGV, address: 0x10)])
  }

  /// The render thread may notice the end of a process long before its cause is known.
  @Test func aSpareFasterThanTheReportDoesNotPreventIt() throws {
    let stage = try Stage(policy: .with(.instance))
    stage.holdNotes()
    #expect(stage.play { stage.status.hasSpare && stage.render().last == 0.5 })
    // The supervisor's thread calls this before it determines the cause.
    stage.graph.instances[0].process.monitor.whenSilent { usleep(200_000) }
    stage.send(UnrulyFault.abort.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.5 })
    #expect(stage.play { stage.status.faults.count == 1 })
    #expect(stage.status.faults.map(\.cause) == [.crashed(signal: SIGABRT, address: nil)])
  }

  @Test func aSpareIsKeptInStep() throws {
    let stage = try Stage(policy: .with(.instance))
    stage.holdNotes()
    #expect(stage.play { stage.status.hasSpare })
    let state = ComponentState(
      code: "aumu unru Test", version: 1, parameters: [ParameterValue(1, 0.25)], data: [9])
    stage.keeping[0].set(KeptState(state: state, values: []))
    #expect(stage.play { stage.supervisor.isSpareInStep })
    stage.keeping[0].set(KeptState(state: state, values: [ParameterValue(1, 0.125)]))
    stage.send(UnrulyFault.abort.payload)
    #expect(stage.play { stage.status.restarts == 1 && stage.render().last == 0.125 })
    #expect(try stage.supervisor.instance.send(message: []) == [9])
  }

  @Test func sparesThatEndAreNoLoop() throws {
    var policy = SupervisionPolicy.with(.instance)
    policy.restartDelays = [0.02, 0.05]
    let stage = try Stage(policy: policy) { _ throws(HostError) in
      let instance = try Instance.unruly()
      kill(instance.process.identifier, SIGKILL)
      return instance
    }
    stage.holdNotes()
    #expect(stage.play { stage.status.faults.count == 4 })
    for _ in 0..<100 { stage.render() }
    #expect(stage.starts.withLock { $0 } == 4)
    #expect(stage.render().last == 0.5)
    #expect(stage.status.restarts == 0)
  }

  @Test func nodesOfAComponentShareASpare() throws {
    let stage = try Stage(count: 3, policy: .with(.component))
    stage.holdNotes()
    #expect(stage.play { stage.starts.withLock { $0 } == 1 })
    for _ in 0..<20 { stage.render() }
    stage.send(UnrulyFault.exit.payload, to: 1)
    #expect(stage.play { stage.supervisors[1].status.restarts == 1 })
    #expect(stage.play { stage.starts.withLock { $0 } == 2 })
    #expect(stage.supervisors.map(\.status.restarts) == [0, 1, 0])
  }

  @Test(arguments: [SparePolicy.none, .instance])
  func tenNodesThatCrashAtOnceAllRecover(_ spare: SparePolicy) throws {
    let stage = try Stage(count: 10, policy: .with(spare))
    stage.holdNotes()
    #expect(
      stage.play {
        (spare == .none || stage.supervisors.allSatisfy(\.status.hasSpare))
          && stage.render(milliseconds: 100).last == 5
      })
    for index in 0..<10 { stage.send(UnrulyFault.segmentationFault.payload, to: index) }
    #expect(
      stage.play {
        stage.supervisors.allSatisfy { $0.status.restarts == 1 }
          && stage.render(milliseconds: 100).last == 5
      })
    #expect(stage.supervisors.allSatisfy { $0.status.faults.count == 1 })
  }

  @Test func nothingIsLeftAfterwards() throws {
    func once() throws {
      let stage = try Stage(count: 2, policy: .with(.instance))
      stage.holdNotes()
      #expect(stage.play { stage.supervisors.allSatisfy(\.status.hasSpare) })
      stage.send(UnrulyFault.segmentationFault.payload)
      #expect(stage.play { stage.status.restarts == 1 })
      #expect(stage.play { stage.supervisors.allSatisfy(\.status.hasSpare) })
      stage.close()
    }
    try once()
    #expect(eventually { ProcessTable.children.isEmpty })
    let threads = ProcessTable.threadCount
    let descriptors = ProcessTable.openDescriptorCount
    for _ in 0..<5 { try once() }
    #expect(eventually { ProcessTable.children.isEmpty })
    #expect(eventually { ProcessTable.threadCount <= threads })
    #expect(ProcessTable.hasNoMoreDescriptors(than: descriptors))
    #expect(eventually { ProcessTable.sharedMappingCount == 0 })
  }
}
