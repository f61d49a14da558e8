/// How much a reassembler holds: what comes from outside may not fill the memory.
public struct SysExLimits: BitwiseCopyable, Sendable, Hashable {
  /// The longest payload of a message, in bytes.
  public var messageBytes: Int

  /// How many messages may be under way.
  public var openStreams: Int

  /// How many bytes all messages under way may have together.
  public var totalBytes: Int

  /// After how many nanoseconds without a packet a message is given up; nil for never.
  public var timeout: UInt64?

  /// Creates limits: 16 MiB a message and in all, 64 messages, five seconds.
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
