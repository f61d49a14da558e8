/// Joins the texts of flex data out of their packets.
///
/// Texts of several groups, channels and kinds may be interleaved. What is not UTF-8 is repaired
/// with U+FFFD. For control threads: it allocates.
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
  /// Thread: any. Messages that are no text change nothing.
  public mutating func take(_ message: UMPMessage) -> FlexDataText? {
    guard case .flexData(let group, let address, .text(let packet)) = message else { return nil }
    let key = Key(group: group, address: address, kind: packet.kind)
    let text = assembly.take(key, form: packet.form, bytes: packet.bytes)
    return text.map { FlexDataText(packet.kind, $0, group: group, address: address) }
  }
}
