/// The limits of a reassembler, so that external data cannot fill the memory.
public struct SysExLimits: BitwiseCopyable, Sendable, Hashable {
  /// The longest payload of a message, in bytes.
  public var messageBytes: Int

  /// The most incomplete messages.
  public var openStreams: Int

  /// The most bytes of all incomplete messages together.
  public var totalBytes: Int

  /// Nanoseconds without a packet after which a message is dropped; nil for no limit.
  public var timeout: UInt64?

  /// Creates limits: 16 MiB per message and in all, 64 messages, five seconds.
  ///
  /// Thread: any.
  public init(
    messageBytes: Int = 16 << 20, openStreams: Int = 64, totalBytes: Int = 16 << 20,
    timeout: UInt64? = 5_000_000_000
  ) {
    self.messageBytes = messageBytes
    self.openStreams = openStreams
    self.totalBytes = totalBytes
    self.timeout = timeout
  }
}
