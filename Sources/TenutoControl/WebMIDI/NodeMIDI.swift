internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// The nodes of a host as ports for pages: extensions that take or send MIDI.
///
/// A page's messages sound in the next cycle.
struct NodeMIDI: MIDIBridge {
  let host: any ControlledHost

  /// Microseconds between two polls of a node's MIDI output.
  fileprivate static let pause: UInt32 = 1000

  var ports: [MIDIBridgePort] {
    let nodes = host.session.content().nodes.filter { $0.kind == "component" && !$0.isMissing }
    return nodes.flatMap { node in
      [
        node.takesMIDI ? Self.port(of: node.name, .output) : nil,
        node.givesMIDI ? Self.port(of: node.name, .input) : nil,
      ].compactMap(\.self)
    }
  }

  private static func port(
    of node: String, _ direction: MIDIBridgePort.Direction
  ) -> MIDIBridgePort {
    MIDIBridgePort(
      key: "node \(node)", direction: direction, name: node.printable, manufacturer: "Tenuto")
  }

  func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let host = host
    let observer = host.observe { change in
      if ["node-added", "node-removed", "node-changed", "undone"].contains(change.kind) {
        receive()
      }
    }
    return { host.forget(observer) }
  }

  func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    let monitor = GraphMonitor(channelCount: 0)
    let detach = try host.attach(monitor, toMIDIOf: try node(of: port))
    let end = EndFlag()
    DetachedThread.startOrTrap {
      while !end.isSet {
        let time = MonotonicTime.now.nanoseconds
        let packets = monitor.takeMIDI()
        if packets.isEmpty {
          usleep(Self.pause)
        } else {
          receive(packets.map { HostTimedUMP(hostTime: time, ump: $0) })
        }
      }
    }
    return {
      end.set()
      detach()
    }
  }

  func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput {
    NodeMIDIOutput(host: host, node: try node(of: port))
  }

  private func node(of port: MIDIBridgePort) throws(RequestError) -> String {
    let name = String(port.key.dropFirst("node ".count))
    _ = try host.knownNode(name)
    return name
  }
}

/// Whether the reader was ended.
private final class EndFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

/// A node as the destination of a page's messages.
private final class NodeMIDIOutput: MIDIBridgeOutput {
  private struct State: ~Copyable {
    var translator = ProtocolTranslator(to: .midi2)
    var tracker = NoteTracker()
    /// Packets of MIDI 2.0 protocol for which the queue had no room.
    var waiting: [UMP] = []
    /// Whether a System Exclusive message was started and not ended.
    var isInSysEx = false
  }

  private let host: any ControlledHost
  private let node: String
  private let state = Mutex(State())

  init(host: any ControlledHost, node: String) {
    self.host = host
    self.node = node
  }

  var lookAhead: UInt64 { 0 }

  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int {
    state.withLock { state in
      guard flush(&state) else { return 0 }
      var count = 0
      for packet in packets {
        let batch = state.translator.translate(packet.ump, at: MonotonicTime.now.nanoseconds)
        state.waiting = (0..<batch.count).map { batch[$0] }
        count += 1
        guard flush(&state) else { break }
      }
      return count
    }
  }

  func sendSysEx(_ bytes: [UInt8]) -> Bool? { nil }

  func clear() {
    state.withLock { state in
      state.waiting = []
      guard state.isInSysEx else { return }
      // An end packet without data.
      state.waiting = [UMP(messageType: 0x3, group: 0, status: 0x30, data1: 0, data2: 0)]
      _ = flush(&state)
    }
  }

  func close() {
    clear()
    let releases = state.withLock { $0.tracker.releaseAll() }
    for packet in releases { _ = EffectWait.until { play(packet) } }
  }

  /// Plays the waiting packets; returns false if the queue fills up.
  private func flush(_ state: inout State) -> Bool {
    while let packet = state.waiting.first {
      guard play(packet) else { return false }
      state.tracker.take(packet)
      if packet.messageType == 0x3 { state.isInSysEx = [0x1, 0x2].contains(packet.status >> 4) }
      state.waiting.removeFirst()
    }
    return true
  }

  /// Plays a packet; returns false if the queue is full.
  ///
  /// Packets for a removed node are dropped.
  private func play(_ packet: UMP) -> Bool {
    do throws(RequestError) {
      try host.play(packet, at: node)
      return true
    } catch {
      return error.status != 504
    }
  }
}

extension ControlledHost {
  /// The ports of its nodes.
  package var midi: any MIDIBridge { NodeMIDI(host: self) }
}
