internal import TenutoMIDI

/// The notes and pedals that are on at a peer, with the packets that started them.
///
/// Unlike a `NoteTracker` it can start them again, which needs memory for each of them.
struct SoundingNotes: Sendable {
  /// The packets by message type, group, status and key.
  private var packets: [UInt32: (ump: UMP, count: Int)] = [:]

  /// Maximum number of notes and pedals.
  private static let maximumCount = 4096

  var isEmpty: Bool { packets.isEmpty }

  /// Tracks a packet that is played.
  mutating func take(_ ump: UMP) {
    let type = ump.messageType
    if type == 0x1, ump.status == 0xFF { packets = [:] }
    guard type == 0x2 || type == 0x4 else { return }
    let isMIDI2 = type == 0x4
    switch ump.opcode {
    case 0x9 where isMIDI2 || ump.data2 > 0:
      guard packets.count < Self.maximumCount else { return }
      packets[Self.key(ump), default: (ump, 0)].count += 1
    // One note off ends all note ons of its key.
    case 0x8, 0x9: packets[Self.key(ump)] = nil
    case 0xB: control(ump, isOn: isMIDI2 ? ump.word1 >> 31 != 0 : ump.data2 >= 64)
    default: break
    }
  }

  private mutating func control(_ ump: UMP, isOn: Bool) {
    switch ump.data1 {
    case 64...69: packets[Self.key(ump)] = isOn ? (ump, 1) : nil
    case 120, 123...127: forget(0x9, of: ump)
    case 121: forget(0xB, of: ump)
    default: break
    }
  }

  private mutating func forget(_ opcode: UInt8, of ump: UMP) {
    packets = packets.filter { _, sounding in
      sounding.ump.group != ump.group || sounding.ump.channel != ump.channel
        || sounding.ump.opcode != opcode
    }
  }

  /// Returns the key of group, channel, kind and note.
  private static func key(_ ump: UMP) -> UInt32 {
    let kind: UInt32 = ump.opcode == 0xB ? 0xB0 : 0x90
    return UInt32(ump.group) << 24 | (kind | UInt32(ump.channel)) << 8 | UInt32(ump.data1)
  }

  /// The packets that start the notes and pedals again, notes first.
  var restoring: [UMP] {
    packets.sorted { $0.key < $1.key }.flatMap {
      Array(repeating: $0.value.ump, count: $0.value.count)
    }
  }

  /// The packets that end the notes and pedals.
  var releases: [UMP] {
    restoring.map { ump in
      // A note off without its own velocity, or a pedal at 0.
      ump.opcode == 0x9
        ? UMP(ump.word0 & 0xFF0F_FF00 | 0x0080_0000 | (ump.messageType == 0x2 ? 0x40 : 0), 0)
        : UMP(ump.messageType == 0x2 ? ump.word0 & 0xFFFF_FF00 : ump.word0, 0)
    }
  }
}
