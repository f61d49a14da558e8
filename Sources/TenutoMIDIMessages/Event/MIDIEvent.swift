public import TenutoMIDI
/// A MIDI message of any protocol, with the cases of SwiftMIDI's type of this name.
///
/// For programs that read messages one by one: a SysEx message of any length is one event, and
/// values can be read in any resolution. Events allocate; render code uses `UMP` or `VoiceEvent`.
/// `MIDIEventDecoder` decodes packets or bytes; `midi1RawBytes()` and `midi2RawUMPWords(protocol:)`
/// encode an event.
///
/// The corresponding standards are MIDI 1.0 (M1) and MIDI 2.0 UMP (M2-104-UM).
public enum MIDIEvent: Sendable, Hashable {
  // MARK: Channel voice

  /// A note starts.
  case noteOn(NoteOn)
  /// A note ends.
  case noteOff(NoteOff)
  /// A per-note controller; MIDI 2.0 only.
  case noteCC(NoteCC)
  /// The per-note pitch bend; MIDI 2.0 only.
  case notePitchBend(NotePitchBend)
  /// The pressure of one key.
  case notePressure(NotePressure)
  /// The per-note controllers are reset or detached; MIDI 2.0 only.
  case noteManagement(NoteManagement)
  /// A controller of the channel.
  case cc(CC)
  /// A program change with an optional bank.
  case programChange(ProgramChange)
  /// The pressure on the channel.
  case pressure(Pressure)
  /// The pitch wheel of the channel.
  case pitchBend(PitchBend)
  /// A registered parameter is set.
  case rpn(RPN)
  /// An assignable controller is set.
  case nrpn(NRPN)

  // MARK: System exclusive

  /// A manufacturer's message of 7-bit bytes.
  case sysEx7(SysEx7)
  /// A standard message of 7-bit bytes.
  case universalSysEx7(UniversalSysEx7)
  /// A manufacturer's message of 8-bit bytes; MIDI 2.0 only.
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
  /// Requests analogue oscillators to be tuned.
  case tuneRequest(TuneRequest)

  // MARK: System real-time

  /// 24 per quarter note.
  case timingClock(TimingClock)
  /// Playing starts at the song's start.
  case start(Start)
  /// Playing continues.
  case `continue`(Continue)
  /// Playing stops.
  case stop(Stop)
  /// The sender is still there.
  case activeSensing(ActiveSensing)
  /// Everything returns to the state after power-up.
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
