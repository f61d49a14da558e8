/// Limits the memory that a text assembler uses for an untrusted sender.
public struct TextLimits: Sendable, Hashable {
  /// The maximum byte count of a text.
  public var byteCount: Int

  /// How many texts may be under way at once.
  public var openTextCount: Int

  /// Creates limits.
  ///
  /// Thread: any.
  public init(byteCount: Int = 4096, openTextCount: Int = 64) {
    self.byteCount = byteCount
    self.openTextCount = openTextCount
  }
}
