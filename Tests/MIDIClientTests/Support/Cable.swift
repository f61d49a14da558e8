import TenutoJACK
import TenutoMIDI

/// A client that sends and one that receives, connected on a server of their own.
final class Cable {
  let server: JACKServer
  let sender: MIDIPortClient
  let receiver: MIDIPortClient
  let output: MIDIPort
  let input: MIDIPort
  let collector = Collector()

  /// Connects the two; cycles are long, so that jackd waits for 200 ms before it loses an event.
  init(
    frameCount: Int = 1024, isUMP: Bool = false, outputTraits: MIDIPortTraits = MIDIPortTraits(),
    inputTraits: MIDIPortTraits = MIDIPortTraits()
  ) throws {
    server = try JACKServer(frameCount: frameCount, isSynchronous: true)
    sender = try MIDIPortClient(name: "sender", serverName: server.name)
    receiver = try MIDIPortClient(name: "receiver", serverName: server.name)
    output = try sender.addOutput(named: "out", isUMP: isUMP, traits: outputTraits)
    input = try receiver.addInput(
      named: "in", isUMP: isUMP, traits: inputTraits, receiver: collector.receiver)
    try sender.connect(source: "sender:out", destination: "receiver:in")
    if PipeWire.wanted != nil { settle() }
  }

  /// Sends active sensing until it arrives: PipeWire loses what is sent while it connects.
  private func settle() {
    let sensing = UMP(0x10FE_0000)
    _ = eventually {
      sender.send([HostTimedUMP(hostTime: 0, ump: sensing)], from: output)
      return collector.count > 0
    }
    // All that is on its way comes before this.
    sender.send([HostTimedUMP(hostTime: 0, ump: UMP(0x10F6_0000))], from: output)
    _ = eventually { collector.packets.last == UMP(0x10F6_0000) }
    collector.removeAll()
  }

  /// Whether the server ran a cycle without the receiver, so that JACK itself lost what was in it.
  var isDisturbed: Bool { receiver.counters(of: input).missedCycles > 0 }

  /// Ends all, in the order that libjack needs.
  func close() {
    sender.close()
    receiver.close()
    server.stop()
  }

  /// Sends packets one after the other, in order, and waits where too many wait.
  func send(all events: [HostTimedUMP]) {
    var rest = events[...]
    _ = eventually {
      rest = rest.dropFirst(sender.send(Array(rest), from: output))
      return rest.isEmpty
    }
  }
}
