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

/// Joins the names and serial numbers of stream messages out of their packets.
///
/// Texts of several kinds and function blocks may be interleaved. Invalid UTF-8 is repaired with
/// U+FFFD. For control threads: it allocates.
public struct StreamTextAssembler: Sendable {
  private var assembly: TextAssembly<StreamTextKind>

  /// Creates an assembler; the standard's longest name has 98 bytes.
  ///
  /// Thread: any.
  public init(limits: TextLimits = TextLimits(byteCount: 98, openTextCount: 34)) {
    assembly = TextAssembly(limits: limits)
  }

  /// The number of dropped texts, which were too long or never ended, and of pieces without a text.
  public var droppedCount: Int { assembly.droppedCount }

  /// Takes a message, and returns the text that ends with it.
  ///
  /// Thread: any. Messages without text have no effect.
  public mutating func take(_ message: UMPMessage) -> StreamText? {
    guard case .stream(.text(let packet)) = message else { return nil }
    let text = assembly.take(packet.kind, form: packet.form, bytes: packet.bytes)
    return text.map { StreamText(packet.kind, $0) }
  }
}
