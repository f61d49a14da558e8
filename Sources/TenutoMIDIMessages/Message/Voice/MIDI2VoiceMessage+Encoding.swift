public import TenutoMIDI
extension MIDI2VoiceMessage {
  /// Returns the message as a packet of `group` and `channel`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4, channel: UInt4) -> UMP {
    let place = UInt32(group.rawValue) << 24 | UInt32(channel.rawValue) << 16
    var ump = body
    ump.word0 |= 0x4000_0000 | place
    return ump
  }

  /// The packet without its type, group and channel.
  private var body: UMP {
    @_noLocks get {
      switch self {
      case .noteOff(let note, let velocity, let attribute):
        Self.note(0x8, note, velocity, attribute)
      case .noteOn(let note, let velocity, let attribute):
        Self.note(0x9, note, velocity, attribute)
      case .polyPressure(let note, let value): Self.body(0xA, note, 0, value)
      case .controlChange(let controller, let value): Self.body(0xB, controller, 0, value)
      case .programChange(let program, let bank): Self.program(program, bank)
      case .channelPressure(let value): Self.body(0xD, UInt7.min, 0, value)
      case .pitchBend(let value): Self.body(0xE, UInt7.min, 0, value)
      default: extendedBody
      }
    }
  }

  /// The packet of a message that is not a single message in MIDI 1.0.
  private var extendedBody: UMP {
    @_noLocks get {
      switch self {
      case .registeredPerNoteController(let note, let index, let value):
        Self.body(0x0, note, index, value)
      case .assignablePerNoteController(let note, let index, let value):
        Self.body(0x1, note, index, value)
      case .registeredController(let bank, let index, let value):
        Self.body(0x2, bank, index.rawValue, value)
      case .assignableController(let bank, let index, let value):
        Self.body(0x3, bank, index.rawValue, value)
      case .relativeRegisteredController(let bank, let index, let change):
        Self.body(0x4, bank, index.rawValue, UInt32(bitPattern: change))
      case .relativeAssignableController(let bank, let index, let change):
        Self.body(0x5, bank, index.rawValue, UInt32(bitPattern: change))
      case .perNotePitchBend(let note, let value): Self.body(0x6, note, 0, value)
      case .perNoteManagement(let note, let flags): Self.body(0xF, note, flags.rawValue, 0)
      default: UMP(0)  // Not reached: `body` has handled the other cases.
      }
    }
  }

  @_noLocks
  private static func program(_ program: UInt7, _ bank: UInt14?) -> UMP {
    let value = UInt32(program.rawValue) << 24
    guard let bank else { return body(0xC, UInt7.min, 0, value) }
    let number = UInt32(bank.rawValue)
    return body(0xC, UInt7.min, 1, value | (number & 0x3F80) << 1 | number & 0x7F)
  }

  @_noLocks
  private static func note(
    _ opcode: UInt32, _ note: UInt7, _ velocity: UInt16, _ attribute: UMPNoteAttribute
  ) -> UMP {
    body(opcode, note, attribute.type, UInt32(velocity) << 16 | UInt32(attribute.data))
  }

  @_noLocks
  private static func body(
    _ opcode: UInt32, _ data1: UInt7, _ data2: UInt8, _ value: UInt32
  ) -> UMP {
    UMP(opcode << 20 | UInt32(data1.rawValue) << 8 | UInt32(data2), value)
  }
}
