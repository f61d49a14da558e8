import Foundation
import TenutoCore
import TenutoHost
import TestSupport
import Testing

/// Extensions that misuse their sockets.
@Suite(.serialized) struct SocketRows {
  /// The first message that is none ends its sender.
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

  /// A flood costs the flooder and nobody else.
  @Test(arguments: ["F28", "F31"])
  func f28f31aFloodStopsNobody(row: String) throws {
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

  /// Who reads nothing any more is not waited for by whoever plays.
  @Test func f29whoReadsNothingHoldsUpOnlyWhoAsks() throws {
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

  @Test func f30descriptorsThatAreSentAreNotKept() throws {
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
