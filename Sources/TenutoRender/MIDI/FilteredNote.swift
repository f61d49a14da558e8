internal import TenutoMIDI

/// The channel and key of a note after a filter, in two bytes.
struct FilteredNote: BitwiseCopyable {
  private var bits: UInt16

  /// Creates a value for no note.
  @_noLocks init() { bits = 0 }

  /// Creates a sounding note, which must end in the protocol in which it started.
  @_noLocks
  init(channel: UInt8, key: UInt8, isMIDI1: Bool) {
    bits = 0x8000 | (isMIDI1 ? 0x4000 : 0) | UInt16(channel & 0xF) << 7 | UInt16(key & 0x7F)
  }

  /// Whether a note sounds.
  var isSounding: Bool { @_noLocks get { bits != 0 } }
  var isMIDI1: Bool { @_noLocks get { bits & 0x4000 != 0 } }
  var channel: UInt8 { @_noLocks get { UInt8(truncatingIfNeeded: bits >> 7) & 0xF } }
  var key: UInt8 { @_noLocks get { UInt8(truncatingIfNeeded: bits) & 0x7F } }

  /// Whether it is the same note for the receiver.
  @_noLocks
  func isSameNote(_ channel: UInt8, _ key: UInt8) -> Bool {
    self.channel == channel && self.key == key
  }

  /// The message that ends the note.
  @_noLocks
  func end(group: UInt8) -> UMP {
    // 64 in MIDI 1.0 and 0x8000 in MIDI 2.0 are the default release velocities.
    UMP(
      messageType: isMIDI1 ? 2 : 4, group: group, status: 0x80 | channel, data1: key,
      data2: isMIDI1 ? 64 : 0, word1: isMIDI1 ? 0 : 0x8000_0000)
  }
}

extension UMP {
  /// A channel message moved to another channel.
  @_noLocks
  func moved(toChannel channel: UInt8) -> UMP {
    UMP(word0 & 0xFFF0_FFFF | UInt32(channel & 0xF) << 16, word1)
  }

  /// A note message moved to another note, with the pitch that it may state.
  @_noLocks
  func moved(toChannel channel: UInt8, key: UInt8) -> UMP {
    let semitones = Int32(key) - Int32(data1)
    var packet = moved(toChannel: channel)
    packet.word0 = packet.word0 & 0xFFFF_00FF | UInt32(key & 0x7F) << 8
    guard messageType == 4, semitones != 0 else { return packet }
    // Attribute 3 of a note on or off: 7 bits of semitones, 9 of their parts, in the low half.
    if opcode & 0xE == 8, data2 == 3 {
      let pitch = Int32(truncatingIfNeeded: word1 & 0xFFFF) + semitones << 9
      packet.word1 = word1 & 0xFFFF_0000 | UInt32(min(max(pitch, 0), 0xFFFF))
    }
    // Registered per-note controller 3: 7 bits of semitones, 25 of their parts.
    if opcode == 0, data2 == 3 {
      let pitch = Int64(word1) + Int64(semitones) << 25
      packet.word1 = UInt32(min(max(pitch, 0), 0xFFFF_FFFF))
    }
    return packet
  }
}
