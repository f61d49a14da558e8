public import TenutoMIDI
/// A whole name or serial number of stream messages.
public struct StreamText: Sendable, Hashable {
  /// The kind of text.
  public var kind: StreamTextKind

  /// The text.
  public var text: String

  /// Creates a text.
  ///
  /// Thread: any.
  public init(_ kind: StreamTextKind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The packets of the text, at least one.
  ///
  /// A text that is longer than its kind may be is cut off after a whole character. A NUL in the
  /// text is left out, for it would end the text.
  public var packets: [UMP] {
    let limit = kind.maximumByteCount
    return TextPieces.pieces(of: text, size: kind.packetByteCount, limit: limit).compactMap {
      form, bytes in
      StreamTextPacket(kind: kind, form: form, bytes: bytes).map { StreamMessage.text($0).ump }
    }
  }
}
