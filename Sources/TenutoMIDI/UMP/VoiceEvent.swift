/// One MIDI message in the resolution of MIDI 2.0, for a kernel to switch over.
///
/// Channels are 0 to 15. Notes, controllers and indices of MIDI 2.0 are kept as in the packet, 0 to
/// 255, although the standard ends at 127: the sender is not trusted, and a kernel ignores values
/// that are out of range. A MIDI 1.0 packet with a data byte above 127 is `other`. Groups and note
/// attributes are not part of the event; read them from the packet.
///
/// The corresponding standard is MIDI 2.0 UMP (M2-104-UM), message type 4.
public enum VoiceEvent: BitwiseCopyable, Sendable, Hashable {
  /// A note starts; velocity 0 is a quiet note, never a note off.
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt16)

  /// A note ends; 0x8000 is the default release velocity.
  case noteOff(channel: UInt8, note: UInt8, velocity: UInt16)

  /// The pressure on one key.
  case polyPressure(channel: UInt8, note: UInt8, value: UInt32)

  /// A controller moves.
  case controlChange(channel: UInt8, controller: UInt8, value: UInt32)

  /// A registered parameter (RPN) is set.
  case registeredController(channel: UInt8, bank: UInt8, index: UInt8, value: UInt32)

  /// A manufacturer's own parameter (NRPN) is set.
  case assignableController(channel: UInt8, bank: UInt8, index: UInt8, value: UInt32)

  /// A program is selected, together with its bank if there is one.
  case programChange(channel: UInt8, program: UInt8, bank: BankSelect)

  /// The pressure on the channel.
  case channelPressure(channel: UInt8, value: UInt32)

  /// The pitch wheel of the channel; 0x8000_0000 is its centre.
  case pitchBend(channel: UInt8, value: UInt32)

  /// The pitch wheel of one note; 0x8000_0000 is its centre.
  case perNotePitchBend(channel: UInt8, note: UInt8, value: UInt32)

  /// A registered controller of one note.
  case registeredPerNoteController(channel: UInt8, note: UInt8, index: UInt8, value: UInt32)

  /// A manufacturer's own controller of one note.
  case assignablePerNoteController(channel: UInt8, note: UInt8, index: UInt8, value: UInt32)

  /// The controllers of one note are reset (flag 1) or detached from sounding notes (flag 2).
  case perNoteManagement(channel: UInt8, note: UInt8, flags: UInt8)

  /// Clock, start, continue, stop, active sensing or reset: status 0xF8 to 0xFF.
  case systemRealTime(status: UInt8)

  /// Any other packet, unchanged.
  case other(UMP)
}
