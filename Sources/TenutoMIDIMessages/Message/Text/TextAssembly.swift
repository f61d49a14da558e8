/// Assembles texts from their pieces; several texts can be in progress, identified by keys.
struct TextAssembly<Key: Hashable & Sendable>: Sendable {
  private let limits: TextLimits

  /// The unfinished texts; nil for a text that is too long and whose rest is ignored.
  private var open: [Key: [UInt8]?] = [:]

  /// Counts dropped texts and pieces without a text.
  private(set) var droppedCount = 0

  init(limits: TextLimits) {
    self.limits = limits
  }

  /// Takes a piece, and returns the text that ends with it.
  mutating func take(_ key: Key, form: PacketForm, bytes: PacketBytes) -> String? {
    if form.isFirst {
      begin(key, isWhole: form.isLast)
    }
    // Removed from the table, so that it is uniquely referenced and grows in place.
    guard var text = open.removeValue(forKey: key) else {
      droppedCount += form.isFirst ? 0 : 1
      return nil
    }
    append(bytes, to: &text)
    guard form.isLast else {
      open[key] = .some(text)
      return nil
    }
    return text.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Starts a text, and drops an unfinished one with the same key.
  private mutating func begin(_ key: Key, isWhole: Bool) {
    if case .some(.some) = open.removeValue(forKey: key) { droppedCount += 1 }
    guard isWhole || open.count < limits.openTextCount else {
      droppedCount += 1
      return
    }
    open[key] = .some([])
  }

  /// Adds a piece to a text, which is discarded if it becomes too long.
  private mutating func append(_ bytes: PacketBytes, to text: inout [UInt8]?) {
    guard let count = text?.count else { return }
    guard count + bytes.count <= limits.byteCount else {
      droppedCount += 1
      text = nil
      return
    }
    text?.append(contentsOf: bytes.array)
  }
}

/// Limits the memory that a text assembler uses for an untrusted sender.
public struct TextLimits: Sendable, Hashable {
  /// The maximum byte count of a text.
  public var byteCount: Int

  /// The maximum number of incomplete texts.
  public var openTextCount: Int

  /// Creates limits.
  ///
  /// Thread: any.
  public init(byteCount: Int = 4096, openTextCount: Int = 64) {
    self.byteCount = byteCount
    self.openTextCount = openTextCount
  }
}
