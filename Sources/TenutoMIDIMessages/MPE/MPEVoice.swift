/// A note with its expression, as a synthesiser plays it.
public struct MPEVoice: BitwiseCopyable, Sendable, Hashable {
  /// Distinguishes notes; repeats after 2³² notes.
  public internal(set) var identifier: UInt32 = 0

  /// The channel that it came in on, 0 to 15.
  public internal(set) var channel: UInt8 = 0

  /// The key, 0 to 127.
  public internal(set) var note: UInt8 = 0

  /// The velocity of the key press.
  public internal(set) var velocity: UInt16 = 0

  /// The release velocity; 0x8000 before the release.
  public internal(set) var releaseVelocity: UInt16 = 0x8000

  /// Whether the key is down; a pedal may hold the note longer.
  public internal(set) var isKeyDown = false

  /// The bend of the zone and of the note together, in semitones.
  public internal(set) var bend: Float = 0

  /// The greater of the zone's and the note's pressure, 0 to 1.
  public internal(set) var pressure: Float = 0

  /// The third dimension, controller 74, 0 to 1; 0.5 is its rest.
  ///
  /// The zone's deviation from its neutral position is added to the note's.
  public internal(set) var timbre: Float = 0.5

  /// Pressure on this key alone, from poly pressure.
  var keyPressure: Float = 0

  /// Bend of this key alone, from a per-note pitch bend, in semitones.
  var keyBend: Float = 0

  @_noLocks
  init() {}

  /// The pitch in semitones, 60 is C4.
  public var pitch: Float {
    @_noLocks get { Float(note) + bend }
  }
}
