import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TestSupport
import Testing

/// Extensions that use up resources.
@Suite(.serialized) struct ResourceRows {
  /// The number that it got, from its last line of output.
  private func taken(_ scene: Scene, _ row: String) throws -> Int {
    scene.render(20)
    scene.commit(row)
    scene.render()
    let name = scene.instance.process
    #expect(eventually { name.lastLines(1).first?.contains(": ") == true })
    let line = try #require(name.lastLines(1).first)
    return try #require(line.split(separator: " ").last.flatMap { Int($0) }, "\(line)")
  }

  @Test func f17onlyTheNodeThatUsesAllMemoryEnds() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      let before = ProcessTable.residentBytes
      scene.render(20)
      scene.commit("F17")
      scene.render(1, milliseconds: 10_000)
      #expect(scene.renderUntil { scene.isHeard })
      scene.render(20)
      Oracle.judge(scene)
      #expect(care.causes(1) == [.memoryLimit])
      let lines = try #require(care.reports.first?.lastLines)
      let line = try #require(lines.first { $0.hasPrefix("mebibytes") })
      let mebibytes = try #require(line.split(separator: " ").last.flatMap { Int($0) })
      #expect(mebibytes < 512)
      print("F17: \(mebibytes) MiB, the host \(ProcessTable.residentBytes - before) bytes more")
    }
  }

  /// Memory that is only read does not count as data, and the kernel does not limit it.
  @Test func f17hiddenMemoryEndsIt() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit("F17-hidden")
      #expect(scene.renderUntil { care.causes(1) == [.memoryLimit] })
      scene.render(20)
      Oracle.judge(scene)
    }
  }

  @Test func f17aStackWithoutEndIsACrash() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit("F17-stack")
      scene.render(20)
      Oracle.judge(scene)
      // Its exit is known a little later than its crash.
      #expect(scene.renderUntil { scene.instance.process.exit == .signaled(number: SIGSEGV) })
    }
  }

  @Test func f18descriptorsEndAtTheLimit() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let before = ProcessTable.openDescriptorCount
      #expect(try taken(scene, "F18") <= 64)
      #expect(ProcessTable.openDescriptorCount <= before)
      scene.render(20)
      Oracle.judge(scene)
    }
  }

  @Test(arguments: ["F19", "F19-daemon"])
  func f19noProcessIsMade(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      #expect(try taken(scene, row) == 0)
      scene.render(20)
      Oracle.judge(scene)
    }
  }

  @Test func f20threadsEndAtTheLimit() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let count = try taken(scene, "F20")
      scene.render(20)
      Oracle.judge(scene)
      print("F20: \(count) threads")
      if scene.instance.process.sandbox.layers.contains(.processLimit) { #expect(count <= 64) }
    }
  }

  /// If the kernel cannot count threads per extension, the supervisor does.
  @Test func f20uncountedThreadsEndIt() throws {
    try Oracle.leavesNothing {
      var policy = SandboxPolicy.standard
      policy.leavesOutNamespaces = true
      policy.limits.threads = 16
      let scene = try Scene(sandbox: policy)
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit("F20")
      let cause = FaultCause.protocolFault("started more threads than it may have")
      #expect(scene.renderUntil { care.causes(1) == [cause] })
      scene.render(20)
      Oracle.judge(scene)
    }
  }
}
