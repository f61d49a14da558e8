import Foundation
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// Faults of the host itself.
@Suite(.serialized) struct HostRows {
  /// A suspended laptop: the time without a running host does not make an extension hung.
  @Test func h06aStalledHostEndsNoExtension() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      let care = try scene.supervise()
      scene.render(20)
      let process = scene.instance.process.identifier
      let waker = Process()
      waker.executableURL = URL(fileURLWithPath: "/bin/sh")
      // Repeated: on a stalled machine the first one may come before the stop.
      waker.arguments = ["-c", "while sleep 1; do kill -CONT \(getpid()) || exit; done"]
      try waker.run()
      kill(getpid(), SIGSTOP)
      for _ in 0..<100 {
        usleep(2000)
        scene.render()
      }
      waker.terminate()
      #expect(care.reports.isEmpty)
      #expect(scene.instance.process.identifier == process)
      #expect(scene.own.elementsEqual(Expected.steady(.source, cycles: 120)))
      Oracle.judge(scene)
      scene.end()
    }
  }

  /// Repeated faults do not make the memory grow.
  @Test func f01f39memoryDoesNotGrowWithTheFaults() async {
    await #expect(processExitsWith: .success) {
      _ = Oracle.reference
      func crashOnce() throws {
        let scene = try Scene()
        _ = try scene.supervise()
        scene.render(5)
        scene.commit("F01")
        scene.render()
        _ = scene.renderUntil { scene.isHeard }
        scene.end()
      }
      for _ in 0..<8 { try crashOnce() }
      let before = ProcessTable.residentBytes
      for _ in 0..<12 { try crashOnce() }
      let growth = ProcessTable.residentBytes - before
      print("12 faults: the host has \(growth >> 10) KiB more")
      #expect(growth <= 1 << 20)
    }
  }
}
