import TenutoExtension

/// What a voice plays, and for whom.
struct Voice: BitwiseCopyable {
  /// MIDI channel, 0...15.
  var channel: UInt8 = 0
  /// Note number, 0...127.
  var note: UInt8 = 0
  /// Counts the notes, so that the oldest can be found.
  var serial: UInt64 = 0
  /// The loudness that the velocity asks for, 0...1.
  var velocityGain: Float = 0
  /// The pitch wheel of the note alone, -1...1.
  var bend = 0.0
  /// The pitch with both wheels but without vibrato, in cycles per frame.
  var frequency = 0.0

  @_noLocks init() {}
}

/// Which of the 32 voices have a property: one bit for each.
struct VoiceSet: BitwiseCopyable {
  private var bits: UInt32

  @_noLocks init() { bits = 0 }
  @_noLocks private init(bits: UInt32) { self.bits = bits }

  /// How many voices there can be.
  static var capacity: Int { @_noLocks get { 32 } }

  /// Whether no voice is in the set.
  var isEmpty: Bool { @_noLocks get { bits == 0 } }

  /// The first voice in the set; 32 if there is none.
  var first: Int { @_noLocks get { bits.trailingZeroBitCount } }

  /// The first voice that is not in the set; 32 if all are.
  var firstFree: Int { @_noLocks get { (~bits).trailingZeroBitCount } }

  /// The voices of a group of four.
  @_noLocks func group(_ index: Int) -> VoiceSet {
    VoiceSet(bits: bits & (0xF << UInt32(truncatingIfNeeded: index * 4)))
  }

  /// The voices that are in this set and not in `other`.
  @_noLocks func subtracting(_ other: VoiceSet) -> VoiceSet { VoiceSet(bits: bits & ~other.bits) }

  /// Whether a voice is in the set.
  @_noLocks func contains(_ voice: Int) -> Bool { bits & Self.bit(voice) != 0 }

  /// Puts a voice into the set.
  @_noLocks mutating func insert(_ voice: Int) { bits |= Self.bit(voice) }

  /// Takes a voice out of the set.
  @_noLocks mutating func remove(_ voice: Int) { bits &= ~Self.bit(voice) }

  /// Takes the first voice out of the set and returns it; nil if there is none.
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
