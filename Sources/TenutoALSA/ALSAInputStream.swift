internal import TenutoMIDI

/// What comes from one port: its bytes as packets, and the notes that it holds.
struct ALSAInputStream: ~Copyable {
  private var parser = MIDI1Parser()
  private var translator = ProtocolTranslator(to: .midi2)
  private var tracker = NoteTracker()

  /// Returns the packets that bytes complete, in MIDI 2.0 protocol.
  ///
  /// A System Exclusive message may come in pieces of any size, one call for each.
  mutating func take(_ bytes: [UInt8], at nanoseconds: UInt64) -> [UMP] {
    var packets: [UMP] = []
    for byte in bytes {
      guard let packet = parser.parse(byte) else { continue }
      let batch = translator.translate(packet, at: nanoseconds)
      for number in 0..<batch.count {
        tracker.take(batch[number])
        packets.append(batch[number])
      }
    }
    return packets
  }

  /// When a controller's second half counts as missing, in nanoseconds; nil if none is awaited.
  var deadline: UInt64? { mutating get { translator.nextDeadline } }

  /// Returns controllers whose second half did not arrive in time.
  mutating func late(at nanoseconds: UInt64) -> [UMP] {
    var packets: [UMP] = []
    while let packet = translator.flush(at: nanoseconds) { packets.append(packet) }
    return packets
  }

  /// Returns the packets that end everything that it holds, and forgets unfinished messages.
  mutating func release() -> [UMP] {
    parser.reset()
    translator.reset()
    return tracker.releaseAll()
  }
}
