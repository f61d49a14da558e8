import Foundation
import TenutoCore
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// Extensions whose output is NaN, infinite or too loud.
@Suite(.serialized) struct SoundRows {
  /// NaN: silence for three cycles, then muted.
  @Test(arguments: ["F13", "F13-inf"])
  func f13whatIsNoNumberIsMutedAfterThreeCycles(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      let care = try scene.supervise()
      scene.render(20)
      scene.commit(row)
      scene.render(40)
      Oracle.judge(scene)
      #expect(scene.own.dropFirst(20 * Scene.frameCount).allSatisfy { $0 == 0 })
      #expect(scene.reading.isMuted)
      #expect(scene.reading.mutes == 1)
      #expect(eventually { care.supervisor.status.condition == .muted })
      // The kernel recovers, and the user unmutes it.
      scene.send(.parameter(address: 0, value: 0))
      scene.render()
      care.supervisor.retry()
      #expect(scene.renderUntil { scene.isHeard })
      #expect(care.supervisor.status.restarts == 0)
      Oracle.judge(scene)
    }
  }

  @Test func f14subnormalsAreFlushed() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit("F14")
      scene.render(40)
      Oracle.judge(scene)
      #expect(scene.own.dropFirst(20 * Scene.frameCount).allSatisfy { $0 == 0 })
      #expect(scene.reading.badSamples >= UInt64(40 * Scene.frameCount))
      #expect(!scene.reading.isMuted, "they hurt nobody")
    }
  }

  /// Limited to the ceiling, and muted after 10 ms.
  @Test func f15whatIsTooLoudIsHeldAndThenMuted() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit("F15")
      scene.render(40)
      Oracle.judge(scene)
      let loud = scene.own.dropFirst(20 * Scene.frameCount).prefix { $0.magnitude > 1 }
      #expect(loud.count <= 480 + Scene.frameCount + 64, "10 ms, a cycle and a fade")
      #expect(scene.own.suffix(20 * Scene.frameCount).allSatisfy { $0 == 0 })
      #expect(scene.reading.isMuted)
    }
  }

  /// Full scale is allowed.
  @Test func f15aSquareAtFullScaleIsSound() throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit("F15-square")
      scene.render(40)
      Oracle.judge(scene)
      #expect(scene.own.suffix(30 * Scene.frameCount).allSatisfy { $0.magnitude == 1 })
      #expect(scene.reading.badSamples == 0)
    }
  }

  /// Unwritten output is not repeated: the last cycle sounds once at most.
  @Test(arguments: ["F16", "F16-none"])
  func f16whatIsNotWrittenDoesNotRepeat(row: String) throws {
    try Oracle.leavesNothing {
      let scene = try Scene()
      defer { scene.end() }
      scene.render(20)
      scene.commit(row)
      scene.render(40)
      Oracle.judge(scene)
      let last = scene.own.suffix(30 * Scene.frameCount)
      let half = Scene.frameCount / 2
      for cycle in 0..<30 where row == "F16-none" || cycle > 0 {
        let start = last.startIndex + cycle * Scene.frameCount + half
        #expect(last[start..<start + half].allSatisfy { $0 == 0 }, "cycle \(cycle)")
      }
    }
  }

  /// Offline no gap is filled: the rendering fails with the reason.
  @Test func f16offlineRenderingFailsWithTheReason() throws {
    try Oracle.leavesNothing {
      let instance = try Instance(
        executablePath: Built.path("Faulty"), code: "aumu fvox Test",
        environment: ["FAULT=F16-none", "AT=steady"])
      defer { instance.terminate() }
      let engine = try OfflineEngine(
        Graph(chain: [instance]),
        format: OfflineEngine.format(sampleRate: 48000, frameCount: Scene.frameCount))
      let error = #expect(throws: HostError.self) {
        try engine.render(frameCount: 48000) { _ throws(HostError) in }
      }
      #expect(error?.code == .protocolViolation)
      #expect(error?.message.contains("without writing all of its output") == true)
    }
  }
}
