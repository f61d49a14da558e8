import Glibc
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoTransport
import TestSupport

/// A chain whose instrument has a shadow, which takes over five times.
enum ShadowScene {
  static func play(_ watch: inout RenderWatch) throws -> PreparedGraph {
    let first = try Instance.sine()
    first.keepsCycles = true
    let graph = Graph(chain: [first, try Instance(built: "Gain", "aufx gain Tnto")])
    let player = graph.nodeIDs[0]
    let rig = try Rig(graph)
    let renderer = unsafe rig.graph.renderer
    for cycle in 0..<1000 {
      // Between cycles: control starts the next shadow, which catches up.
      if cycle % 200 == 0 { try rig.graph.setShadow(try .sine(), node: player) { $0.terminate() } }
      if cycle % 200 == 150 {
        kill(rig.graph.slot(of: player).instance.process.identifier, SIGKILL)
      }
      if cycle % 20 == 0 { rig.play(69, on: player) }
      watch.cycle {
        unsafe renderer.pointee.render(
          frameCount: 64, until: .after(milliseconds: 10_000), isRealtime: false)
      }
    }
    print("takeovers: \(rig.graph.counters(of: player).takeovers)")
    return rig.graph
  }
}
