import TenutoExtension

/// The note and the channel of a voice.
struct Voice: BitwiseCopyable {
  /// MIDI channel, 0...15.
  var channel: UInt8 = 0
  /// Note number, 0...127.
  var note: UInt8 = 0
  /// Counts the notes, so that the oldest can be found.
  var serial: UInt64 = 0
  /// The loudness of the velocity, 0...1.
  var velocityGain: Float = 0
  /// The pitch wheel of the note alone, -1...1.
  var bend = 0.0
  /// The pitch with both wheels but without vibrato, in cycles per frame.
  var frequency = 0.0

  @_noLocks init() {}
}

/// A set of the 32 voices, with one bit for each.
struct VoiceSet: BitwiseCopyable {
  private var bits: UInt32

  @_noLocks init() { bits = 0 }
  @_noLocks private init(bits: UInt32) { self.bits = bits }

  /// The number of voices.
  static var capacity: Int { @_noLocks get { 32 } }

  /// Whether the set is empty.
  var isEmpty: Bool { @_noLocks get { bits == 0 } }

  /// The first voice in the set, or 32.
  var first: Int { @_noLocks get { bits.trailingZeroBitCount } }

  /// The first voice that is not in the set, or 32.
  var firstFree: Int { @_noLocks get { (~bits).trailingZeroBitCount } }

  /// The voices of a group of four.
  @_noLocks func group(_ index: Int) -> VoiceSet {
    VoiceSet(bits: bits & (0xF << UInt32(truncatingIfNeeded: index * 4)))
  }

  /// The voices that are in this set and not in `other`.
  @_noLocks func subtracting(_ other: VoiceSet) -> VoiceSet { VoiceSet(bits: bits & ~other.bits) }

  /// Whether a voice is in the set.
  @_noLocks func contains(_ voice: Int) -> Bool { bits & Self.bit(voice) != 0 }

  /// Inserts a voice into the set.
  @_noLocks mutating func insert(_ voice: Int) { bits |= Self.bit(voice) }

  /// Removes a voice from the set.
  @_noLocks mutating func remove(_ voice: Int) { bits &= ~Self.bit(voice) }

  /// Removes and returns the first voice of the set, or nil.
  @_noLocks mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let voice = first
    bits &= bits &- 1
    return voice
  }

  @_noLocks private static func bit(_ voice: Int) -> UInt32 {
    1 << UInt32(truncatingIfNeeded: voice & 31)
  }
}
