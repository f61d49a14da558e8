import Glibc
import TenutoJACK
import TenutoMIDI

/// A sending and a receiving client, connected on a private server.
final class Cable {
  let server: JACKServer
  let sender: MIDIPortClient
  let receiver: MIDIPortClient
  let output: MIDIPort
  let input: MIDIPort
  let collector = Collector()

  private var missedBefore: UInt64 = 0

  /// Connects the two.
  ///
  /// jackd waits for a late client; PipeWire does not, and drops the events of the cycle.
  init(
    isUMP: Bool = false, outputTraits: MIDIPortTraits = MIDIPortTraits(),
    inputTraits: MIDIPortTraits = MIDIPortTraits()
  ) throws {
    server = try JACKServer(frameCount: 1024, isSynchronous: true)
    sender = try MIDIPortClient(name: "sender", serverName: server.name)
    receiver = try MIDIPortClient(name: "receiver", serverName: server.name)
    output = try sender.addOutput(named: "out", isUMP: isUMP, traits: outputTraits)
    input = try receiver.addInput(
      named: "in", isUMP: isUMP, traits: inputTraits, receiver: collector.receiver)
    try sender.connect(source: "sender:out", destination: "receiver:in")
    if PipeWire.wanted != nil { settle() }
    startAttempt()
  }

  /// Whether `attempt` succeeds with one of ten cables.
  ///
  /// A server that continues without a late client (PipeWire, and jackd after five seconds) loses
  /// the events of that cycle on a stalled machine. A fault of this project occurs in every
  /// attempt.
  static func carries(
    isUMP: Bool = false, outputTraits: MIDIPortTraits = MIDIPortTraits(),
    inputTraits: MIDIPortTraits = MIDIPortTraits(), _ attempt: (Cable) throws -> Bool
  ) throws -> Bool {
    try (0..<10).contains { _ in
      let cable = try Cable(isUMP: isUMP, outputTraits: outputTraits, inputTraits: inputTraits)
      defer { cable.close() }
      return try attempt(cable)
    }
  }

  /// Waits until `condition` holds; gives up soon if a cycle was missed, since it may never hold.
  func waits(for condition: () -> Bool) -> Bool {
    _ = eventually { condition() || isDisturbed }
    for _ in 0..<200 where !condition() { usleep(5000) }
    return condition()
  }

  /// Sends active sensing until it arrives: PipeWire loses events while it connects.
  private func settle() {
    let sensing = UMP(0x10FE_0000)
    _ = eventually {
      sender.send([HostTimedUMP(hostTime: 0, ump: sensing)], from: output)
      return collector.count > 0
    }
    // All events in transit arrive before this.
    sender.send([HostTimedUMP(hostTime: 0, ump: UMP(0x10F6_0000))], from: output)
    _ = eventually { collector.packets.last == UMP(0x10F6_0000) }
    collector.removeAll()
  }

  /// Whether the server ran a cycle without one of the clients in this attempt, so that JACK itself
  /// lost its events.
  var isDisturbed: Bool { missedCycles > missedBefore }

  private var missedCycles: UInt64 {
    receiver.counters(of: input).missedCycles + sender.counters(of: output).missedCycles
  }

  /// Clears the received events and the misses.
  func startAttempt() {
    missedBefore = missedCycles
    collector.removeAll()
  }

  /// Ends everything in the order that libjack needs.
  func close() {
    sender.close()
    receiver.close()
    server.stop()
  }

  /// Sends packets in order, and waits while too many are queued.
  func send(all events: [HostTimedUMP]) {
    var rest = events[...]
    _ = eventually {
      rest = rest.dropFirst(sender.send(Array(rest), from: output))
      return rest.isEmpty
    }
  }
}
