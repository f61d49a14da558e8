import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TestSupport
import Testing

/// Extensions that misuse their sockets.
@Suite(.serialized) struct SocketRows {
  /// The first malformed message ends its sender.
  @Test(arguments: ["F26", "F27"])
  func f26f27whatIsNoMessageIsABreachOfTheProtocol(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit(row)
      scene.render()
      #expect(scene.renderUntil { !care.reports.isEmpty })
      #expect(scene.renderUntil { scene.isHeard })
      scene.render(20)
      Oracle.judge(scene)
      #expect(care.reports.count == 1)
      if case .protocolFault = care.reports.first?.cause {
      } else {
        Issue.record("\(String(describing: care.reports.first?.cause))")
      }
    }
  }

  /// A flood affects only the extension that sends it.
  @Test(arguments: ["F28", "F31"])
  func f28f31aFloodStopsNoOtherNode(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit(row)
      let before = ProcessTable.processorSeconds
      let began = Date.now
      for _ in 0..<200 {
        usleep(1000)
        scene.render()
      }
      let share = (ProcessTable.processorSeconds - before) / Date.now.timeIntervalSince(began)
      Oracle.judge(scene)
      print("\(row): the host took \(Int(share * 100)) % of a core")
    }
  }

  /// Valid but excessive events in every cycle: they are read within the budget for a second, then
  /// not at all, and the node is bypassed until the user retries it.
  @Test func f31aNodeThatSendsTooManyEventsIsBypassed() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise(.quick(.none))
      scene.render(20)
      scene.commit("F31-cycle")
      scene.render(40)
      #expect(care.supervisor.status.condition == .playing, "a burst is no flood")
      #expect(scene.renderUntil { care.supervisor.status.condition == .flooding })
      #expect(scene.reading.floods == 1)
      #expect(scene.reading.excessEvents > 0)
      #expect(scene.reading.lostEvents >= scene.reading.excessEvents)
      #expect(scene.renderUntil { !scene.isHeard })
      let lost = scene.reading.lostEvents
      scene.render(100)
      #expect(scene.reading.lostEvents == lost, "nothing of it is read")
      #expect(care.reports.isEmpty, "its process has done nothing forbidden")
      let instance = scene.instance
      let answer = instance.answeredCycle
      scene.render(20)
      #expect(instance.answeredCycle == answer, "it is asked for nothing any more")
      care.supervisor.retry()
      scene.send(.parameter(address: 0, value: 0))
      #expect(scene.renderUntil { scene.isHeard })
      #expect(scene.renderUntil { !scene.reading.isFlooding })
      #expect(care.supervisor.status.condition == .playing)
      #expect(care.supervisor.status.restarts == 0)
      #expect(scene.instance !== instance, "another one has its place")
      Oracle.judge(scene)
    }
  }

  /// The render thread does not wait for an extension that stops reading.
  @Test func f29aNodeThatDoesNotReadDelaysOnlyItsCallers() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      let instance = scene.instance
      let call = TestThread { _ = try? instance.send(message: [53]) }
      for value in 0..<200 {
        usleep(500)
        scene.send(.parameter(address: 1, value: Float(value & 1)))
        scene.render()
      }
      Oracle.judge(scene)
      #expect(scene.own.elementsEqual(Expected.steady(.source, cycles: 220)))
      kill(instance.process.identifier, SIGKILL)
      #expect(call.join())
    }
  }

  @Test func f30sentDescriptorsAreNotKept() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      let before = ProcessTable.openDescriptorCount
      scene.commit("F30")
      for _ in 0..<100 {
        usleep(1000)
        scene.render()
      }
      #expect(ProcessTable.openDescriptorCount <= before)
      Oracle.judge(scene)
    }
  }
}
