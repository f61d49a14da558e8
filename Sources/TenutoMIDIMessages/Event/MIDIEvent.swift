public import TenutoMIDI
/// One MIDI message, whatever protocol it is in, in the shape of SwiftMIDI's type of this name.
///
/// For programs that read messages one by one: a SysEx of any length is one event, and values are
/// read in the resolution that is wanted. Events allocate; what flows through a render path is a
/// `UMP` or a `VoiceEvent`. `MIDIEventDecoder` makes events of packets or bytes;
/// `midi1RawBytes()` and `midi2RawUMPWords(protocol:)` make bytes and packets of an event.
///
/// The corresponding standards are MIDI 1.0 (M1) and MIDI 2.0 UMP (M2-104-UM).
public enum MIDIEvent: Sendable, Hashable {
  // MARK: Channel voice

  /// A note starts.
  case noteOn(NoteOn)
  /// A note ends.
  case noteOff(NoteOff)
  /// A controller of one note; MIDI 2.0 only.
  case noteCC(NoteCC)
  /// The pitch wheel of one note; MIDI 2.0 only.
  case notePitchBend(NotePitchBend)
  /// The pressure on one key.
  case notePressure(NotePressure)
  /// The controllers of one note are reset or detached; MIDI 2.0 only.
  case noteManagement(NoteManagement)
  /// A controller of the channel.
  case cc(CC)
  /// A program is chosen, together with its bank if there is one.
  case programChange(ProgramChange)
  /// The pressure on the channel.
  case pressure(Pressure)
  /// The pitch wheel of the channel.
  case pitchBend(PitchBend)
  /// A registered parameter is set.
  case rpn(RPN)
  /// A manufacturer's own parameter is set.
  case nrpn(NRPN)

  // MARK: System exclusive

  /// A manufacturer's own message of 7-bit bytes.
  case sysEx7(SysEx7)
  /// A standard message of 7-bit bytes.
  case universalSysEx7(UniversalSysEx7)
  /// A manufacturer's own message of 8-bit bytes; MIDI 2.0 only.
  case sysEx8(SysEx8)
  /// A standard message of 8-bit bytes; MIDI 2.0 only.
  case universalSysEx8(UniversalSysEx8)

  // MARK: System common

  /// One eighth of a time code.
  case timecodeQuarterFrame(TimecodeQuarterFrame)
  /// The place in the song, in sixteenths.
  case songPositionPointer(SongPositionPointer)
  /// A song is chosen.
  case songSelect(SongSelect)
  /// Analogue oscillators shall be tuned.
  case tuneRequest(TuneRequest)

  // MARK: System real-time

  /// 24 of them make a quarter note.
  case timingClock(TimingClock)
  /// Playing starts at the song's start.
  case start(Start)
  /// Playing goes on.
  case `continue`(Continue)
  /// Playing stops.
  case stop(Stop)
  /// The sender is still there.
  case activeSensing(ActiveSensing)
  /// Everything goes back to the state after power-up.
  case systemReset(SystemReset)

  // MARK: Utility

  /// Nothing; MIDI 2.0 only.
  case noOp(NoOp)
  /// The sender's clock; MIDI 2.0 only.
  case jrClock(JRClock)
  /// The sender's time of the next message; MIDI 2.0 only.
  case jrTimestamp(JRTimestamp)

  // MARK: Others

  /// Any other packet, whole: Flex Data, Stream messages, reserved types and values.
  case other(UMP)
}
