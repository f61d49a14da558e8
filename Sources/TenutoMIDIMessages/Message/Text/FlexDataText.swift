public import TenutoMIDI
/// A whole text of flex data: lyrics, titles, names.
public struct FlexDataText: Sendable, Hashable {
  /// The kind of text.
  public var kind: FlexDataTextKind

  /// The group to which the text belongs.
  public var group: UInt4

  /// The channel to which the text belongs, or the whole group.
  public var address: FlexDataAddress

  /// The text.
  public var text: String

  /// Creates a text.
  ///
  /// Thread: any.
  public init(
    _ kind: FlexDataTextKind, _ text: String, group: UInt4 = 0, address: FlexDataAddress = .group
  ) {
    self.kind = kind
    self.text = text
    self.group = group
    self.address = address
  }

  /// The packets of the text, at least one.
  ///
  /// A NUL in the text is left out, for it would end the text.
  public var packets: [UMP] {
    TextPieces.pieces(of: text, size: 12, limit: .max).compactMap { form, bytes in
      FlexDataTextPacket(kind: kind, form: form, bytes: bytes).map {
        FlexDataMessage.text($0).ump(group: group, address: address)
      }
    }
  }
}
