/// A channel voice message in the values of MIDI 2.0, message type 4.
///
/// The corresponding standard is M2-104-UM, "MIDI 2.0 Channel Voice Messages".
public enum MIDI2VoiceMessage: BitwiseCopyable, Sendable, Hashable {
  /// A registered per-note controller.
  case registeredPerNoteController(note: UInt7, index: UInt8, value: UInt32)

  /// An assignable per-note controller.
  case assignablePerNoteController(note: UInt7, index: UInt8, value: UInt32)

  /// A registered parameter (RPN) is set.
  case registeredController(bank: UInt7, index: UInt7, value: UInt32)

  /// An assignable controller (NRPN) is set.
  case assignableController(bank: UInt7, index: UInt7, value: UInt32)

  /// A registered parameter (RPN) moves by an amount.
  case relativeRegisteredController(bank: UInt7, index: UInt7, change: Int32)

  /// An assignable controller (NRPN) changes by an amount.
  case relativeAssignableController(bank: UInt7, index: UInt7, change: Int32)

  /// The per-note pitch bend; 0x8000_0000 is its centre.
  case perNotePitchBend(note: UInt7, value: UInt32)

  /// A note ends.
  case noteOff(note: UInt7, velocity: UInt16, attribute: UMPNoteAttribute)

  /// A note starts; velocity 0 is a quiet note, never a note off.
  case noteOn(note: UInt7, velocity: UInt16, attribute: UMPNoteAttribute)

  /// The pressure of one key.
  case polyPressure(note: UInt7, value: UInt32)

  /// A controller moves.
  case controlChange(controller: UInt7, value: UInt32)

  /// A program change with an optional bank.
  case programChange(program: UInt7, bank: UInt14?)

  /// The pressure on the channel.
  case channelPressure(UInt32)

  /// The pitch wheel of the channel; 0x8000_0000 is its centre.
  case pitchBend(UInt32)

  /// The per-note controllers are reset, or detached from sounding notes.
  case perNoteManagement(note: UInt7, PerNoteManagement)
}
