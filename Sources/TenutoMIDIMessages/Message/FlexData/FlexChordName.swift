import TenutoMIDI
/// The name of a chord in flex data.
///
/// The corresponding standard is M2-104-UM, "Set Chord Name Message".
public struct FlexChordName: BitwiseCopyable, Sendable, Hashable {
  /// Sharps (1, 2) or flats (-1, -2) of the tonic.
  public var tonicSharpsOrFlats: Int4

  /// The letter of the tonic.
  public var tonic: NoteLetter

  /// The kind of the chord.
  public var type: ChordType

  /// The first of four alterations of the chord.
  public var alteration1: ChordAlteration

  /// The second of four alterations of the chord.
  public var alteration2: ChordAlteration

  /// The third of four alterations of the chord.
  public var alteration3: ChordAlteration

  /// The fourth of four alterations of the chord.
  public var alteration4: ChordAlteration

  /// The bass.
  public var bass: FlexChordBass

  /// Creates the name of a chord without alterations.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    tonicSharpsOrFlats: Int4, tonic: NoteLetter, type: ChordType,
    bass: FlexChordBass = FlexChordBass.sameAsTonic
  ) {
    self.tonicSharpsOrFlats = tonicSharpsOrFlats
    self.tonic = tonic
    self.type = type
    self.bass = bass
    alteration1 = ChordAlteration.none
    alteration2 = ChordAlteration.none
    alteration3 = ChordAlteration.none
    alteration4 = ChordAlteration.none
  }

  @_noLocks
  init?(_ ump: UMP) {
    guard let tonic = NoteLetter(bits: ump.word1 >> 24), let bass = FlexChordBass(ump),
      let first = ChordAlteration(bits: ump.word1 >> 8),
      let second = ChordAlteration(bits: ump.word1),
      let third = ChordAlteration(bits: ump.word2 >> 24),
      let fourth = ChordAlteration(bits: ump.word2 >> 16)
    else { return nil }
    self.tonic = tonic
    self.bass = bass
    tonicSharpsOrFlats = Int4(bits: ump.word1 >> 28)
    type = ChordType(rawValue: UInt8(truncatingIfNeeded: ump.word1 >> 16))
    alteration1 = first
    alteration2 = second
    alteration3 = third
    alteration4 = fourth
  }

  /// The packet without its type, group and address.
  var body: UMP {
    @_noLocks get {
      let note = tonicSharpsOrFlats.bits << 28 | tonic.bits << 24 | UInt32(type.rawValue) << 16
      return UMP(
        0x06, note | alteration1.bits << 8 | alteration2.bits,
        alteration3.bits << 24 | alteration4.bits << 16, bass.word)
    }
  }
}
