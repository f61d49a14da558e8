public import TenutoMIDI

/// The receiving side of MPE: reads messages, and keeps each sounding note with its expression.
///
/// A value of fixed size for 32 notes, for one group. Channels outside zones work as in plain MIDI:
/// bend, pressure and pedal apply to all their notes. MIDI 2.0 per-note messages apply to their
/// note on all channels. A per-note bend has a range of 48 semitones in either direction.
///
/// In a zone only the manager's pedal counts; the members' pedal messages are ignored, as M1-100-UM
/// requires. MIDI 1.0 must pass through `MIDI1ToMIDI2Translator` first, which joins registered
/// controllers.
public struct MPEVoices: BitwiseCopyable, Sendable {
  /// The maximum number of sounding notes.
  public static var capacity: Int {
    @_noLocks get { 32 }
  }

  /// The zones as they were configured.
  public internal(set) var zones = MPEZones()

  /// The slots that hold a sounding voice, slot 0 the lowest bit.
  public internal(set) var sounding: UInt32 = 0

  var slots = InlineArray<32, MPEVoice>(repeating: MPEVoice())
  var channels = InlineArray<16, MPEChannelState>(repeating: MPEChannelState())
  var lastIdentifier: UInt32 = 0

  /// Creates the state after power-on.
  ///
  /// Thread: any.
  @_noLocks
  public init() {}

  /// The voice in a slot; after its end, as it ended.
  ///
  /// Thread: any. A slot out of `0..<capacity` is a programmer error and traps.
  public subscript(slot: Int) -> MPEVoice {
    @_noLocks get { slots[slot] }
  }

  /// Applies a message and returns its effect.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func take(_ ump: UMP) -> MPEChange {
    if zones.take(ump) { return reconfigure(VoiceEvent(ump)) }
    switch VoiceEvent(ump) {
    case .noteOn(let channel, let note, let velocity):
      return note < 0x80 ? begin(channel: channel, note: note, velocity: velocity) : MPEChange()
    case .noteOff(let channel, let note, let velocity):
      return release(channel: channel, note: note, velocity: velocity)
    case .polyPressure(let channel, let note, let value):
      return setKeyPressure(MPEChannelState.unit(value), channel: channel, note: note)
    case .perNotePitchBend(let channel, let note, let value):
      return setKeyBend(MPEChannelState.bend(value) * 48, channel: channel, note: note)
    case .controlChange(let channel, 120, _): return endAll(in: reach(of: channel))
    case .controlChange(let channel, 123, _): return releaseAll(in: reach(of: channel))
    default: return takeExpression(ump)
    }
  }
}

/// The effect of a message on the voices: a bit for each slot of `MPEVoices`, slot 0 the lowest.
///
/// A slot that ended and began in one message holds the new voice: its note was struck again, or
/// all slots were in use and the oldest voice was replaced.
public struct MPEChange: BitwiseCopyable, Sendable, Hashable {
  /// The slots whose voice ended.
  public internal(set) var ended: UInt32 = 0

  /// The slots with a new voice.
  public internal(set) var began: UInt32 = 0

  /// The slots whose bend, pressure, timbre or key changed.
  public internal(set) var changed: UInt32 = 0

  /// Whether zones or bend ranges changed.
  public internal(set) var areZonesChanged = false

  @_noLocks
  init() {}
}
