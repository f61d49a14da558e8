public import TenutoMIDI
/// A Universal MIDI Packet as a value, with a type for every message of the standard.
///
/// A plain value of fixed size. A packet converts to a message and back to the same four words:
/// reserved, unknown and malformed packets are `unknown` and kept unchanged.
///
/// The corresponding standard is MIDI 2.0 UMP (M2-104-UM) 1.1.
public enum UMPMessage: BitwiseCopyable, Sendable, Hashable {
  /// Message type 0, which belongs to no group.
  case utility(UtilityMessage)

  /// Message type 1: system common and realtime.
  case system(group: UInt4, SystemMessage)

  /// Message type 2: a channel voice message in the values of MIDI 1.0.
  case midi1Voice(group: UInt4, channel: UInt4, MIDI1VoiceMessage)

  /// Message type 3: a piece of a system exclusive message of 7-bit bytes.
  case sysEx7(group: UInt4, SysEx7Packet)

  /// Message type 4: a channel voice message in the values of MIDI 2.0.
  case midi2Voice(group: UInt4, channel: UInt4, MIDI2VoiceMessage)

  /// Message type 5: a piece of a system exclusive message of 8-bit bytes.
  case sysEx8(group: UInt4, SysEx8Packet)

  /// Message type 5: the start of a chunk of a mixed data set.
  case mixedDataSetHeader(group: UInt4, MixedDataSetHeader)

  /// Message type 5: fourteen bytes of a chunk of a mixed data set.
  case mixedDataSetPayload(group: UInt4, MixedDataSetPayload)

  /// Message type 13: tempo, meter, key, chords and texts, for a channel or a whole group.
  case flexData(group: UInt4, address: FlexDataAddress, FlexDataMessage)

  /// Message type 15: endpoints' descriptions of themselves, without a group.
  case stream(StreamMessage)

  /// Any other packet, whole.
  case unknown(UMP)
}

extension UMPMessage {
  /// Reads a packet; one with a reserved bit set is `unknown`.
  ///
  /// Thread: any. `UMPMessage(ump).ump == ump` holds for all packets.
  ///
  /// - Parameter ump: The packet, with 0 in the words that its type does not have.
  @_noLocks
  public init(_ ump: UMP) {
    let message = UMPMessage(ignoringReserved: ump)
    self = message.ump == ump ? message : .unknown(ump)
  }

  /// Parses a packet as receivers should, ignoring reserved bits.
  ///
  /// Thread: any. The message may encode to a different packet, because its reserved bits are 0;
  /// only unknown and reserved statuses and counts give `unknown`.
  @_noLocks
  public init(ignoringReserved ump: UMP) {
    switch ump.messageType {
    case 0x0: self = Self.utility(ump)
    case 0x1: self = Self.system(ump)
    case 0x2: self = Self.midi1Voice(ump)
    case 0x3: self = Self.sysEx7(ump)
    case 0x4: self = Self.midi2Voice(ump)
    case 0x5: self = Self.data128(ump)
    case 0xD: self = Self.flexData(ump)
    case 0xF: self = Self.stream(ump)
    default: self = .unknown(ump)
    }
  }

  /// The message as a packet.
  public var ump: UMP {
    @_noLocks get {
      switch self {
      case .utility(let message): message.ump
      case .system(let group, let message): message.ump(group: group)
      case .midi1Voice(let group, let channel, let message):
        message.ump(group: group, channel: channel)
      case .sysEx7(let group, let packet): packet.ump(group: group)
      case .midi2Voice(let group, let channel, let message):
        message.ump(group: group, channel: channel)
      case .sysEx8(let group, let packet): packet.ump(group: group)
      case .mixedDataSetHeader(let group, let header): header.ump(group: group)
      case .mixedDataSetPayload(let group, let payload): payload.ump(group: group)
      case .flexData(let group, let address, let message):
        message.ump(group: group, address: address)
      case .stream(let message): message.ump
      case .unknown(let ump): ump
      }
    }
  }

  /// The group of the message; nil for types without groups, and for unknown ones.
  public var group: UInt4? {
    @_noLocks get {
      switch self {
      case .utility, .stream, .unknown: nil
      case .system(let group, _), .midi1Voice(let group, _, _), .sysEx7(let group, _),
        .midi2Voice(let group, _, _), .sysEx8(let group, _), .mixedDataSetHeader(let group, _),
        .mixedDataSetPayload(let group, _), .flexData(let group, _, _):
        group
      }
    }
  }
}
