import TenutoMIDI
/// The messages that structure a MIDI Clip File and are not events.
enum ClipMessage {
  /// So many ticks pass, up to 20 bits of them.
  case deltaClockstamp(UInt32)

  /// The ticks of a quarter note.
  case ticksPerQuarter(UInt16)

  /// The clip starts here.
  case startOfClip

  /// The clip ends here.
  case endOfClip

  /// Reads a packet; nil for an event.
  init?(_ ump: UMP) {
    switch ump.word0 & 0xF0F0_0000 {
    case 0x0040_0000:
      self = .deltaClockstamp(ump.word0 & Self.longestDelta)
    case 0x0030_0000:
      self = .ticksPerQuarter(UInt16(truncatingIfNeeded: ump.word0))
    default:
      switch ump.word0 >> 16 {
      case 0xF020: self = .startOfClip
      case 0xF021: self = .endOfClip
      default: return nil
      }
    }
  }

  /// The message as a packet.
  var ump: UMP {
    switch self {
    case .deltaClockstamp(let ticks): UMP(0x0040_0000 | ticks & Self.longestDelta)
    case .ticksPerQuarter(let ticks): UMP(0x0030_0000 | UInt32(ticks))
    case .startOfClip: UMP(0xF020_0000)
    case .endOfClip: UMP(0xF021_0000)
    }
  }

  /// The maximum ticks of one clockstamp.
  static var longestDelta: UInt32 { 0xF_FFFF }

  /// The message after a clockstamp of `longestDelta`, from which the next clockstamp continues.
  static var extensionNOOP: UMP { UMP(0) }
}
