internal import TenutoMIDI
internal import TenutoRender
internal import TenutoTransport

/// A WebSocket that plays a node and reports the notes that sound there.
///
/// At its end it ends everything that it has started.
struct PlayConnection {
  let peer: WebSocketPeer
  let host: any ControlledHost
  let node: String
  let monitor: GraphMonitor

  /// The pause between two polls of the node's notes.
  private static let pause = Duration.milliseconds(2)
  /// The longest time that the client may leave a message unread.
  private static let timeout = Duration.seconds(5)

  /// Runs until either side ends the connection.
  func run() {
    var playing = Playing()
    do throws(WebSocketEnd) {
      while true {
        let sounding = monitor.takeMIDI()
        if !sounding.isEmpty {
          guard peer.send([.binary(Self.bytes(sounding))], within: Self.timeout) else {
            throw .tooSlow
          }
        }
        switch try peer.next(within: Self.pause) {
        case .binary(let bytes):
          guard let packets = Self.packets(bytes) else { throw .unsupported }
          for packet in packets { try play(playing.take(packet)) }
        case .text, .utf8: throw .unsupported
        case nil: try play(playing.late())
        }
      }
    } catch {
      for packet in playing.end() { release(packet) }
      peer.end(error)
    }
  }

  /// Plays packets; while the node's queue is full, nothing is read from the client.
  private func play(_ packets: [UMP]) throws(WebSocketEnd) {
    for packet in packets {
      guard send(packet) else { throw .goingAway }
    }
  }

  /// Sends a packet that ends something; an error is ignored, because a removed node is silent.
  private func release(_ packet: UMP) { _ = send(packet) }

  /// Sends a packet to the node; returns false if the node is removed or its queue stays full for a
  /// second.
  private func send(_ packet: UMP) -> Bool {
    var status: Int?
    let isDone = EffectWait.until {
      do throws(RequestError) {
        try host.play(packet, at: node)
        status = nil
      } catch {
        status = error.status
      }
      return status != 504
    }
    return isDone && status == nil
  }

  // MARK: - Packets

  /// Parses the packets of channel voice messages from little-endian words; returns nil for
  /// anything else.
  static func packets(_ bytes: [UInt8]) -> [UMP]? {
    guard !bytes.isEmpty, bytes.count % 4 == 0 else { return nil }
    let starts = stride(from: 0, to: bytes.count, by: 4)
    var words = starts.map { (start: Int) -> UInt32 in
      (0..<4).reduce(0) { (word: UInt32, index: Int) in
        word | UInt32(bytes[start + index]) << UInt32(8 * index)
      }
    }[...]
    var packets: [UMP] = []
    while let first = words.popFirst() {
      switch UMP(first).messageType {
      case 0x2:
        guard (0x8...0xE).contains(UMP(first).opcode) else { return nil }
        packets.append(UMP(first))
      case 0x4:
        guard let second = words.popFirst() else { return nil }
        packets.append(UMP(first, second))
      default: return nil
      }
    }
    return packets
  }

  /// Returns packets as little-endian words.
  static func bytes(_ packets: [UMP]) -> [UInt8] {
    packets.flatMap { packet in
      [packet.word0, packet.word1, packet.word2, packet.word3].prefix(packet.wordCount)
    }.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
  }
}

/// The notes, pedals and bends that a client has started and not ended.
private struct Playing: ~Copyable {
  private var translator = ProtocolTranslator(to: .midi2)
  private var tracker = NoteTracker()
  /// Channels with a pitch bend, as group << 4 | channel.
  private var bent: Set<UInt8> = []

  /// Translates a packet to MIDI 2.0 protocol.
  mutating func take(_ packet: UMP) -> [UMP] {
    let batch = translator.translate(packet, at: MonotonicTime.now.nanoseconds)
    let packets = (0..<batch.count).map { batch[$0] }
    for packet in packets { note(packet) }
    return packets
  }

  /// Returns controller data whose second half did not arrive in time.
  mutating func late() -> [UMP] {
    var packets: [UMP] = []
    while let packet = translator.flush(at: MonotonicTime.now.nanoseconds) {
      packets.append(packet)
    }
    return packets
  }

  private mutating func note(_ packet: UMP) {
    tracker.take(packet)
    if packet.opcode == 0xE { bent.insert(packet.group << 4 | packet.channel) }
  }

  /// Returns the packets that end all of it.
  mutating func end() -> [UMP] {
    let bends = bent.sorted().map { place in
      UMP(
        messageType: 0x4, group: place >> 4, status: 0xE0 | place & 0xF, data1: 0, data2: 0,
        word1: 0x8000_0000)
    }
    bent = []
    return tracker.releaseAll() + bends
  }
}
