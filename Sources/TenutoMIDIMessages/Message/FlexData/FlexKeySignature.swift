import TenutoMIDI
/// The key of the music in flex data.
///
/// The corresponding standard is M2-104-UM, "Set Key Signature Message".
public struct FlexKeySignature: BitwiseCopyable, Sendable, Hashable {
  /// Sharps (1 to 7) or flats (-1 to -7); -8 for a non-standard key signature.
  public var sharpsOrFlats: Int4

  /// The tonic, which distinguishes major and minor.
  public var tonic: NoteLetter

  /// Creates a key signature.
  ///
  /// Thread: any.
  @_noLocks
  public init(sharpsOrFlats: Int4, tonic: NoteLetter) {
    self.sharpsOrFlats = sharpsOrFlats
    self.tonic = tonic
  }

  @_noLocks
  init?(_ ump: UMP) {
    guard let tonic = NoteLetter(bits: ump.word1 >> 24) else { return nil }
    sharpsOrFlats = Int4(bits: ump.word1 >> 28)
    self.tonic = tonic
  }

  /// The packet without its type, group and address.
  var body: UMP {
    @_noLocks get { UMP(0x05, sharpsOrFlats.bits << 28 | tonic.bits << 24) }
  }
}

extension Int4 {
  @_noLocks
  init(bits: UInt32) {
    self.init(truncatingIfNeeded: Int8(truncatingIfNeeded: bits))
  }

  /// The four bits that encode the value.
  var bits: UInt32 {
    @_noLocks get { UInt32(truncatingIfNeeded: rawValue) & 0xF }
  }
}
