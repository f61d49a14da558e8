/// A complete system exclusive message.
public struct SysExMessage: Sendable, Hashable {
  /// The stream of the message.
  public let stream: SysExStream

  /// The bytes without F0, F7 and the stream id.
  public let payload: [UInt8]

  /// The owner and the meaning of a mixed data set; nil for other messages.
  public let address: MixedDataSetAddress?

  /// Creates a message.
  ///
  /// Thread: control.
  public init(stream: SysExStream, payload: [UInt8], address: MixedDataSetAddress? = nil) {
    self.stream = stream
    self.payload = payload
    self.address = address
  }
}

/// The result of a packet: a complete message, an error, both or neither.
///
/// The error is not thrown, because a start that cuts a message may itself be a complete message.
public struct SysExArrival: Sendable, Hashable {
  /// The message that the packet completes.
  public var message: SysExMessage?

  /// The reason why the packet, or the previous message, is lost.
  public var error: SysExError?

  /// Creates an arrival.
  ///
  /// Thread: control.
  public init(message: SysExMessage? = nil, error: SysExError? = nil) {
    self.message = message
    self.error = error
  }
}

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
