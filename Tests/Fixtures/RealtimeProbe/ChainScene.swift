import CFixtures
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoTransport
import TestSupport

/// Two instruments and an effect, with a note in every cycle.
enum ChainScene {
  static func play(_ watch: inout RenderWatch, allocates: Bool) throws -> PreparedGraph {
    let instances = [
      try Instance.sine(), try Instance.faultyEffect(), try Instance.sine(),
    ]
    var graph = Graph(chain: Array(instances.prefix(2)))
    let last = graph.add(instances[2])
    graph.connectOutput(of: last)
    let rig = try Rig(graph)
    let renderer = unsafe rig.graph.renderer
    let slot = rig.graph.slotNumber(of: graph.nodeIDs[0])
    rig.render()
    for number in 0..<1000 {
      watch.cycle {
        let event = VoiceEvent.noteOn(channel: 0, note: UInt8(40 + number % 40), velocity: 9000)
        unsafe renderer.pointee.send(
          .init(frameOffset: UInt32(number % 64), payload: .midi(event.ump)), toSlot: slot)
        unsafe renderer.pointee.render(
          frameCount: 64, until: .after(milliseconds: 10_000), isRealtime: true)
        if allocates && number == 500 { fixture_allocate() }
      }
    }
    return rig.graph
  }
}
