import Glibc
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

  /// Whether `attempt` succeeds with one of ten cables, each of its own.
  ///
  /// Where a server goes on without who is late (PipeWire does, jackd after five seconds), a machine
  /// that stalls loses what was in the cycle. A fault of ours is there in each attempt.
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

  /// Waits until `condition` holds; not for long where a cycle was missed, and it may never hold.
  func waits(for condition: () -> Bool) -> Bool {
    _ = eventually { condition() || isDisturbed }
    for _ in 0..<200 where !condition() { usleep(5000) }
    return condition()
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

  /// Whether the server ran a cycle without one of the two in this attempt, so that JACK itself lost
  /// what was in it.
  var isDisturbed: Bool { missedCycles > missedBefore }

  private var missedCycles: UInt64 {
    receiver.counters(of: input).missedCycles + sender.counters(of: output).missedCycles
  }

  /// Forgets what has arrived and what was missed.
  func startAttempt() {
    missedBefore = missedCycles
    collector.removeAll()
  }

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
