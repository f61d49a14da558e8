public import TenutoMIDI
/// A message of type 0: a NOOP, or a time for the following messages.
///
/// Utility messages have no group; its bits are reserved.
///
/// The corresponding standard is M2-104-UM, "Utility Messages".
public enum UtilityMessage: BitwiseCopyable, Sendable, Hashable {
  /// Has no effect.
  case noOperation

  /// The sender's clock in ticks of 1/31250 s, for the receiver to follow.
  case jitterReductionClock(UInt16)

  /// The time of the next message by the sender's clock, in ticks of 1/31250 s.
  case jitterReductionTimestamp(UInt16)

  /// The ticks of a delta clockstamp per quarter note, in a clip file.
  case deltaClockstampTicksPerQuarterNote(UInt16)

  /// The ticks before the following messages, in a clip file.
  case deltaClockstamp(UInt20)

  @_noLocks
  init?(_ ump: UMP) {
    let ticks = UInt16(truncatingIfNeeded: ump.word0)
    switch ump.opcode {
    case 0x0: self = .noOperation
    case 0x1: self = .jitterReductionClock(ticks)
    case 0x2: self = .jitterReductionTimestamp(ticks)
    case 0x3: self = .deltaClockstampTicksPerQuarterNote(ticks)
    case 0x4: self = .deltaClockstamp(UInt20(truncatingIfNeeded: ump.word0))
    default: return nil
    }
  }

  /// The message as a packet.
  public var ump: UMP {
    @_noLocks get {
      switch self {
      case .noOperation: UMP(0)
      case .jitterReductionClock(let ticks): UMP(0x0010_0000 | UInt32(ticks))
      case .jitterReductionTimestamp(let ticks): UMP(0x0020_0000 | UInt32(ticks))
      case .deltaClockstampTicksPerQuarterNote(let ticks): UMP(0x0030_0000 | UInt32(ticks))
      case .deltaClockstamp(let ticks): UMP(0x0040_0000 | ticks.rawValue)
      }
    }
  }
}
