/// Joins the names and serial numbers of stream messages out of their packets.
///
/// Texts of several kinds and function blocks may be interleaved. What is not UTF-8 is repaired
/// with U+FFFD. For control threads: it allocates.
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
  /// Thread: any. Messages that are no text change nothing.
  public mutating func take(_ message: UMPMessage) -> StreamText? {
    guard case .stream(.text(let packet)) = message else { return nil }
    let text = assembly.take(packet.kind, form: packet.form, bytes: packet.bytes)
    return text.map { StreamText(packet.kind, $0) }
  }
}
