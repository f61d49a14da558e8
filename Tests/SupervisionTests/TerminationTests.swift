import TenutoProcess
import TenutoRender
import TenutoSupervision
import TestSupport
import Testing

/// Processes that refuse to end.
@Suite(.serialized)
struct TerminationTests {
  @Test func aProcessThatIgnoresTheRequestIsKilled() throws {
    let stage = try Stage(policy: .with(.none))
    stage.render()
    stage.send(UnrulyFault.outliveExit.payload)
    #expect(stage.play { stage.status.condition == .playing })
    stage.supervisor.stop()
    let instance = stage.supervisor.instance
    instance.terminate()
    #expect(instance.process.exit != nil)
    #expect(stage.status.faults.isEmpty, "nobody looks after it any more")
  }
}
