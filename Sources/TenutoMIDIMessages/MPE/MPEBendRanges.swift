import TenutoMIDI
/// The pitch bend ranges of a zone, in semitones in either direction.
///
/// The corresponding standard is MIDI Polyphonic Expression (M1-100-UM v1.1), section 2.2.6.
public struct MPEBendRanges: BitwiseCopyable, Sendable, Hashable {
  /// Of the manager channel, for all notes; 2 by default.
  public private(set) var manager: Float = 2

  /// Of each note; 48 by default.
  public private(set) var member: Float = 48

  @_noLocks
  init() {}

  /// Takes the value of registered controller 0.
  @_noLocks
  mutating func set(_ value: UInt32, ofManager isManager: Bool) {
    let semitones = Self.semitones(value)
    if isManager { manager = semitones } else { member = semitones }
  }

  /// The semitones of registered controller 0: whole ones, then cents.
  @_noLocks
  static func semitones(_ value: UInt32) -> Float {
    let entry = MIDIScaling.down32To14(value)
    return Float(entry >> 7) + Float(entry & 0x7F) / 100
  }
}
