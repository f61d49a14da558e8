import TenutoMIDI
/// A piece of up to 12 bytes of a text in flex data.
///
/// The end of a piece may split a character of several bytes, so a piece consists of bytes;
/// `FlexDataTextAssembler` joins pieces to texts, and `FlexDataText` splits texts.
public struct FlexDataTextPacket: BitwiseCopyable, Sendable, Hashable {
  /// The piece in UTF-8, no byte of it 0.
  public let bytes: PacketBytes

  /// The kind of text.
  public let kind: FlexDataTextKind

  /// The position of the piece in the text.
  public let form: PacketForm

  /// Creates a piece; nil if there are more than 12 bytes or one of them is 0.
  ///
  /// Thread: any.
  @_noLocks
  public init?(kind: FlexDataTextKind, form: PacketForm, bytes: PacketBytes) {
    guard bytes.count <= 12, !bytes.containsZero else { return nil }
    self.kind = kind
    self.form = form
    self.bytes = bytes
  }

  @_noLocks
  init?(_ ump: UMP) {
    guard let kind = FlexDataTextKind(bank: ump.data1, status: ump.data2) else { return nil }
    self.kind = kind
    form = PacketForm(bits: ump.word0 >> 22)
    bytes = PacketBytes(textOf: ump, from: 4)
  }

  /// The packet without its type, group and address.
  var body: UMP {
    @_noLocks get { bytes.ump(head: form.bits << 22 | kind.bankAndStatus, from: 4) }
  }
}
