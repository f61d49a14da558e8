public import TenutoMIDI
/// A channel voice message in the values of MIDI 1.0, message type 2.
///
/// The corresponding standard is M2-104-UM, "MIDI 1.0 Channel Voice Messages".
public enum MIDI1VoiceMessage: BitwiseCopyable, Sendable, Hashable {
  /// A note ends.
  case noteOff(note: UInt7, velocity: UInt7)

  /// A note starts; velocity 0 ends it, as in MIDI 1.0.
  case noteOn(note: UInt7, velocity: UInt7)

  /// The pressure of one key.
  case polyPressure(note: UInt7, value: UInt7)

  /// A controller moves.
  case controlChange(controller: UInt7, value: UInt7)

  /// A program is chosen.
  case programChange(UInt7)

  /// The pressure on the channel.
  case channelPressure(UInt7)

  /// The pitch wheel; 0x2000 is its centre.
  case pitchBend(UInt14)

  @_noLocks
  init?(_ ump: UMP) {
    let first = ump.narrowData1
    let second = ump.narrowData2
    switch ump.opcode {
    case 0x8: self = .noteOff(note: first, velocity: second)
    case 0x9: self = .noteOn(note: first, velocity: second)
    case 0xA: self = .polyPressure(note: first, value: second)
    case 0xB: self = .controlChange(controller: first, value: second)
    case 0xC: self = .programChange(first)
    case 0xD: self = .channelPressure(first)
    case 0xE:
      let value = UInt16(second.rawValue) << 7 | UInt16(first.rawValue)
      self = .pitchBend(UInt14(truncatingIfNeeded: value))
    default: return nil
    }
  }

  /// Returns the message as a packet of `group` and `channel`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4, channel: UInt4) -> UMP {
    let place = UInt32(group.rawValue) << 24 | UInt32(channel.rawValue) << 16
    return UMP(0x2000_0000 | place | body)
  }

  /// The opcode and the two data bytes in their positions in the packet.
  private var body: UInt32 {
    @_noLocks get {
      switch self {
      case .noteOff(let note, let velocity): Self.body(0x8, note, velocity)
      case .noteOn(let note, let velocity): Self.body(0x9, note, velocity)
      case .polyPressure(let note, let value): Self.body(0xA, note, value)
      case .controlChange(let controller, let value): Self.body(0xB, controller, value)
      case .programChange(let program): Self.body(0xC, program, UInt7.min)
      case .channelPressure(let value): Self.body(0xD, value, UInt7.min)
      case .pitchBend(let value): Self.pitchBend(value)
      }
    }
  }

  @_noLocks
  private static func pitchBend(_ value: UInt14) -> UInt32 {
    0x00E0_0000 | UInt32(value.rawValue & 0x7F) << 8 | UInt32(value.rawValue >> 7)
  }

  @_noLocks
  private static func body(_ opcode: UInt32, _ first: UInt7, _ second: UInt7) -> UInt32 {
    opcode << 20 | UInt32(first.rawValue) << 8 | UInt32(second.rawValue)
  }
}
