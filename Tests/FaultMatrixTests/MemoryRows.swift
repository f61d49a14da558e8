import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// Extensions that corrupt the memory shared with the host.
@Suite(.serialized) struct MemoryRows {
  /// Regardless of the written data the host survives, other nodes play on, and the output is
  /// valid.
  @Test(arguments: ["F21", "F22", "F24", "F25", "F25-repeated", "F25-negative", "F24-requeue"])
  func f21f22f24f25corruptMemoryHarmsNoOtherNode(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit(row)
      scene.render(1, milliseconds: 300)
      for _ in 0..<200 {
        usleep(500)
        scene.render(1, milliseconds: 300)
      }
      Oracle.judge(scene)
    }
  }

  /// Without a sandbox an extension can move all sleepers off the engine's words: these miss their
  /// cycles without being at fault.
  @Test func f24aNodeWithoutAWakeUpIsNotBlamed() throws {
    let scene = try Scene(sandbox: .off)
    defer { scene.end() }
    let care = Care(
      scene.graph.slot(of: scene.graph.graph.nodeIDs[1]), name: "sine", policy: .quick(.none)
    ) { () throws(HostError) in try Instance.sine() }
    defer { care.supervisor.stop() }
    scene.render(20)
    scene.commit("F24-requeue")
    for _ in 0..<300 {
      usleep(2000)
      scene.render(1, milliseconds: 3)
    }
    #expect(scene.bystanderReadings[0].misses > 20, "the attack works")
    #expect(care.reports.isEmpty)
    #expect(care.supervisor.status.restarts == 0)
    kill(scene.instance.process.identifier, SIGKILL)
    let isHeard = scene.renderUntil { scene.bystanderReadings[0].missesInRow == 0 }
    #expect(isHeard)
  }

  /// Unsolicited answers end their sender.
  @Test(arguments: ["F21", "F25"])
  func f21f25wrongAnswersAreABreachOfTheProtocol(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit(row)
      scene.render(1, milliseconds: 20)
      let isNamed = scene.renderUntil(milliseconds: 300) { !care.reports.isEmpty }
      #expect(isNamed)
      #expect(scene.renderUntil(milliseconds: 300) { scene.isHeard })
      scene.render(20, milliseconds: 300)
      Oracle.judge(scene)
      if case .protocolFault = care.reports.first?.cause {
      } else {
        Issue.record("\(String(describing: care.reports.first?.cause))")
      }
      #expect(care.reports.count == 1)
    }
  }

  /// With a sandbox the calls are denied; without one the host survives them.
  @Test(arguments: ["F23", "F23-truncate"], [SandboxPolicy.standard, .off])
  func f23memoryThatGoesAwayDoesNotTakeTheHostAlong(
    row: String, sandbox: SandboxPolicy
  ) throws {
    try Oracle.leavesNothing {
      let scene = try Scene(sandbox: sandbox)
      defer { scene.end() }
      scene.render(20)
      scene.commit(row)
      scene.render(60, milliseconds: 300)
      Oracle.judge(scene)
      if sandbox.mode != .off {
        #expect(scene.instance.process.lastLines(1).first?.hasSuffix(": 0") == true)
        #expect(scene.own.elementsEqual(Expected.steady(.source, cycles: 80)))
      }
    }
  }
}
