/// A datagram of Network MIDI 2.0: the signature "MIDI" and commands (M2-124-UM, 5.2).
package struct NetworkMIDI2Packet: Equatable, Sendable {
  /// A parsed command, or the header of an unreadable one.
  package enum Item: Equatable, Sendable {
    /// A command that was parsed.
    case command(NetworkMIDI2Command)
    /// A command that could not be parsed, with its header.
    case unreadable(header: UInt32, PacketError)
  }

  /// Maximum size of a sent datagram in bytes: no network fragments it.
  package static let maximumBytes = 1400

  static let signature: [UInt8] = [0x4D, 0x49, 0x44, 0x49]

  /// The commands, in their order.
  package var items: [Item]

  /// Creates a datagram of commands.
  package init(_ commands: [NetworkMIDI2Command]) { items = commands.map { .command($0) } }

  /// Parses a datagram.
  ///
  /// - Throws: `.badSignature` for another protocol, `.truncated` if a command exceeds the
  ///   datagram.
  package init(parsing bytes: [UInt8]) throws(PacketError) {
    var reader = DatagramReader(bytes)
    guard try reader.uint32() == 0x4D49_4449 else { throw .badSignature }
    items = []
    while !reader.isAtEnd {
      let header = try reader.uint32()
      var payload = try reader.part(4 * Int(header >> 16 & 0xFF))
      do throws(PacketError) {
        items.append(.command(try NetworkMIDI2Command(header: header, &payload)))
      } catch {
        items.append(.unreadable(header: header, error))
      }
    }
  }

  /// The datagram, without unreadable commands.
  package var encoded: [UInt8] {
    var bytes = Self.signature
    for case .command(let command) in items { command.write(to: &bytes) }
    return bytes
  }
}
