import TenutoALSA
import TenutoMIDI

/// Repeats the notes of all keyboards an octave higher, half a second later, until Return.
@main
struct OctaveEcho {
  static func main() throws {
    let echo = try ALSAClient(name: "Octave Echo")
    let output = try echo.addPort(named: "out", .output) { $0.isDestination && $0.isHardware }
    let keyboards = try ALSAClient(
      name: "Octave Echo Keys",
      onArrival: { arrival in
        guard let packet = higher(arrival.packet) else { return }
        let time = arrival.nanoseconds + 500_000_000
        echo.send([HostTimedUMP(hostTime: time, ump: packet)], from: output)
      },
      onChange: { if case .connected(let port, _) = $0 { print("\(port.name) is heard") } })
    _ = try keyboards.addPort(named: "in", .input) { $0.isSource && $0.isHardware }
    _ = readLine()
    keyboards.stop()
    echo.stop()
  }

  /// Returns a note an octave higher; nil for anything else, and above the last octave.
  private static func higher(_ packet: UMP) -> UMP? {
    switch VoiceEvent(packet) {
    case .noteOn(let channel, let note, let velocity) where note < 116:
      VoiceEvent.noteOn(channel: channel, note: note + 12, velocity: velocity).ump(group: 0)
    case .noteOff(let channel, let note, let velocity) where note < 116:
      VoiceEvent.noteOff(channel: channel, note: note + 12, velocity: velocity).ump(group: 0)
    default: nil
    }
  }
}
