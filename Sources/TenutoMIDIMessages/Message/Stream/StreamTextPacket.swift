import TenutoMIDI
/// A piece of up to 14 bytes of a name in stream messages.
///
/// The end of a piece may split a character of several bytes, so a piece consists of bytes;
/// `StreamTextAssembler` joins pieces to texts, and `StreamText` splits texts.
public struct StreamTextPacket: BitwiseCopyable, Sendable, Hashable {
  /// The piece in UTF-8, no byte of it 0.
  public let bytes: PacketBytes

  /// The kind of text.
  public let kind: StreamTextKind

  /// The position of the piece in the text.
  public let form: PacketForm

  /// Creates a piece; nil if there are too many bytes for its kind or one of them is 0.
  ///
  /// Thread: any.
  @_noLocks
  public init?(kind: StreamTextKind, form: PacketForm, bytes: PacketBytes) {
    guard bytes.count <= kind.packetByteCount, !bytes.containsZero else { return nil }
    self.kind = kind
    self.form = form
    self.bytes = bytes
  }

  @_noLocks
  init(kind: StreamTextKind, _ ump: UMP) {
    self.kind = kind
    form = PacketForm(bits: ump.word0 >> 26)
    bytes = PacketBytes(textOf: ump, from: kind.textOffset)
  }

  /// The packet without its type.
  var body: UMP {
    @_noLocks get { bytes.ump(head: form.bits << 26 | kind.bits, from: kind.textOffset) }
  }
}
