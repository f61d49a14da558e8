import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TestSupport

extension Instance {
  /// Starts a component of the routing fixture.
  static func routing(_ code: ComponentCode) throws(HostError) -> Instance {
    try Instance(built: "RoutingExtension", code)
  }
}

/// A note of channel 0 in MIDI 2.0 protocol.
func note(_ number: UInt8, isOn: Bool = true) -> TimedEvent.Payload {
  let event: VoiceEvent =
    isOn
    ? .noteOn(channel: 0, note: number, velocity: 40000)
    : .noteOff(channel: 0, note: number, velocity: 0)
  return .midi(event.ump)
}

/// A packet as the probe fixture writes it: two samples.
struct Seen: Equatable {
  let type: Float
  let data: Float

  init(_ packet: UMP) {
    type = Float(packet.word0 >> 24) / 256
    data = Float(packet.word0 & 0xFF_FFFF) / 16_777_216
  }

  init(type: Float, data: Float) {
    self.type = type
    self.data = data
  }
}

extension Rig {
  /// The packets that a probe wrote in the last cycle.
  func seen(_ frameCount: Int = 64) -> [Seen] {
    zip(mix(frameCount), mix(frameCount, channel: 1)).map { Seen(type: $0, data: $1) }
      .filter { $0.type != 0 || $0.data != 0 }
  }
}

extension Instance {
  /// Starts the component that lies on its event socket.
  static func liar(_ lie: String) throws(HostError) -> Instance {
    try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=events \(lie)"])
  }
}

extension Rig {
  /// The graph's MIDI output in the last cycle.
  var outputEvents: [TimedEvent] {
    (0..<(unsafe graph.renderer.pointee.outputEventCount)).map {
      unsafe graph.renderer.pointee.outputEvent($0)
    }
  }
}
