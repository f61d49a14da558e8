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

/// Joins the texts of flex data out of their packets.
///
/// Texts of several groups, channels and kinds may be interleaved. Invalid UTF-8 is repaired with
/// U+FFFD. For control threads: it allocates.
public struct FlexDataTextAssembler: Sendable {
  private struct Key: Hashable, Sendable {
    var group: UInt4
    var address: FlexDataAddress
    var kind: FlexDataTextKind
  }

  private var assembly: TextAssembly<Key>

  /// Creates an assembler.
  ///
  /// Thread: any.
  public init(limits: TextLimits = TextLimits()) {
    assembly = TextAssembly(limits: limits)
  }

  /// The number of dropped texts, which were too long or never ended, and of pieces without a text.
  public var droppedCount: Int { assembly.droppedCount }

  /// Takes a message, and returns the text that ends with it.
  ///
  /// Thread: any. Messages without text have no effect.
  public mutating func take(_ message: UMPMessage) -> FlexDataText? {
    guard case .flexData(let group, let address, .text(let packet)) = message else { return nil }
    let key = Key(group: group, address: address, kind: packet.kind)
    let text = assembly.take(key, form: packet.form, bytes: packet.bytes)
    return text.map { FlexDataText(packet.kind, $0, group: group, address: address) }
  }
}
