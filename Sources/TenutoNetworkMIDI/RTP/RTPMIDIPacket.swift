/// A packet of an RTP-MIDI stream (RFC 6295).
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// | V |P|X|  CC   |M|     PT      |        sequence number        |
/// |                           timestamp                           |
/// |                             SSRC                              |
/// |B|J|Z|P|  LEN  | MIDI list …                     | journal …   |
/// ```
package struct RTPMIDIPacket: Equatable, Sendable {
  /// The payload type that AppleMIDI uses.
  package static let payloadType: UInt8 = 0x61

  /// The longest MIDI list, in bytes: its length has 12 bits.
  package static let maximumListBytes = 0xFFF

  /// The number of the packet, modulo 2^16.
  package var sequenceNumber: UInt16
  /// The time of the first command in the sender's ticks of 100 µs, modulo 2^32.
  package var timestamp: UInt32
  /// The identifier of the stream.
  package var ssrc: UInt32
  /// The commands, in their order.
  package var commands: [RTPMIDICommand]
  /// The changes of lost packets; nil in a stream without a journal.
  package var journal: RecoveryJournal?

  /// Creates a packet.
  package init(
    sequenceNumber: UInt16, timestamp: UInt32, ssrc: UInt32, commands: [RTPMIDICommand],
    journal: RecoveryJournal? = nil
  ) {
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.ssrc = ssrc
    self.commands = commands
    self.journal = journal
  }
}

extension RTPMIDIPacket {
  /// Parses a datagram.
  ///
  /// - Throws: An error if it is malformed; a malformed journal invalidates the whole packet, so
  ///   that the next journal repairs its changes.
  package init(parsing bytes: [UInt8]) throws(PacketError) {
    try self.init(parsing: bytes, readsJournal: true)
  }

  /// Reads a datagram, and its journal only if `readsJournal` is true.
  ///
  /// A packet in sequence does not need its journal, which is most of the packet.
  init(parsing bytes: [UInt8], readsJournal: Bool) throws(PacketError) {
    var reader = DatagramReader(bytes)
    let first = try reader.byte()
    guard first >> 6 == 2 else { throw .badVersion }
    guard try reader.byte() & 0x7F == Self.payloadType else { throw .badSignature }
    sequenceNumber = try reader.uint16()
    timestamp = try reader.uint32()
    ssrc = try reader.uint32()
    _ = try reader.take(4 * Int(first & 0xF))
    if first & 0x10 != 0 {
      _ = try reader.uint16()
      let words = try reader.uint16()
      _ = try reader.take(4 * Int(words))
    }
    let header = try reader.byte()
    var length = Int(header & 0xF)
    if header & 0x80 != 0 { length = try length << 8 | Int(reader.byte()) }
    var list = MIDIListReader(try reader.part(length))
    try list.read(hasFirstDelta: header & 0x20 != 0)
    commands = list.commands
    // pymidi announces a journal without sending it.
    let hasJournal = header & 0x40 != 0 && !reader.isAtEnd
    journal = readsJournal && hasJournal ? try RecoveryJournal(&reader) : nil
  }

  /// The sequence number and stream of a datagram that may be a packet; nil if it is too short.
  static func identity(of bytes: [UInt8]) -> (sequenceNumber: UInt16, ssrc: UInt32)? {
    guard bytes.count >= 12 else { return nil }
    let number = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    let ssrc = bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    return (number, ssrc)
  }

  /// The encoded datagram.
  ///
  /// It traps if the commands exceed 4095 bytes, a programmer error.
  package var encoded: [UInt8] {
    var list = MIDIListWriter()
    for command in commands { list.write(command) }
    let count = list.bytes.count
    precondition(count <= Self.maximumListBytes, "a MIDI list is longer than 4095 bytes")
    var bytes: [UInt8] = [0x80, Self.payloadType | (count > 0 ? 0x80 : 0)]
    bytes.reserveCapacity(count + 64)
    bytes.append(bigEndian: sequenceNumber)
    bytes.append(bigEndian: timestamp)
    bytes.append(bigEndian: ssrc)
    let flags: UInt8 = (journal == nil ? 0 : 0x40) | (list.hasFirstDelta ? 0x20 : 0)
    if count > 0xF {
      bytes.append(flags | 0x80 | UInt8(count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: count))
    } else {
      bytes.append(flags | UInt8(count))
    }
    bytes += list.bytes
    journal?.write(to: &bytes)
    return bytes
  }
}
