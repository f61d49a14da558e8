import TenutoMIDI
/// The bass of a chord: a note or a separate chord.
///
/// The corresponding standard is M2-104-UM, "Set Chord Name Message".
public struct FlexChordBass: BitwiseCopyable, Sendable, Hashable {
  /// Sharps (1, 2) or flats (-1, -2) of the bass; -8 if the bass is the tonic.
  public var sharpsOrFlats: Int4

  /// The letter of the bass; unknown if the bass is the tonic.
  public var note: NoteLetter

  /// The kind of the chord in the bass; `clear` if there is only the note.
  public var type: ChordType

  /// The first of two alterations of the bass chord.
  public var alteration1: ChordAlteration

  /// The second of two alterations of the bass chord.
  public var alteration2: ChordAlteration

  /// Creates a bass without alterations.
  ///
  /// Thread: any.
  @_noLocks
  public init(sharpsOrFlats: Int4, note: NoteLetter, type: ChordType = ChordType.clear) {
    self.sharpsOrFlats = sharpsOrFlats
    self.note = note
    self.type = type
    alteration1 = ChordAlteration.none
    alteration2 = ChordAlteration.none
  }

  /// The default bass of a chord.
  public static var sameAsTonic: FlexChordBass {
    @_noLocks get { FlexChordBass(sharpsOrFlats: Int4.min, note: NoteLetter.unknown) }
  }

  @_noLocks
  init?(_ ump: UMP) {
    guard let note = NoteLetter(bits: ump.word3 >> 24),
      let first = ChordAlteration(bits: ump.word3 >> 8),
      let second = ChordAlteration(bits: ump.word3)
    else { return nil }
    sharpsOrFlats = Int4(bits: ump.word3 >> 28)
    self.note = note
    type = ChordType(rawValue: UInt8(truncatingIfNeeded: ump.word3 >> 16))
    alteration1 = first
    alteration2 = second
  }

  /// The last word of the chord's packet.
  var word: UInt32 {
    @_noLocks get {
      let root = sharpsOrFlats.bits << 28 | note.bits << 24 | UInt32(type.rawValue) << 16
      return root | alteration1.bits << 8 | alteration2.bits
    }
  }
}
