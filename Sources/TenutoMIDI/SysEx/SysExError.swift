/// The reason why a system exclusive message is lost.
public enum SysExError: Error, Sendable, Hashable {
  /// The byte at `offset` of a 7-bit payload has its high bit set.
  case highBit(offset: Int)

  /// A mixed data set would need more than 65 535 chunks.
  case tooManyChunks

  /// The message is longer than `SysExLimits.messageBytes`; it is dropped to its end.
  case messageTooLong(SysExStream)

  /// There is one incomplete message too many; the new one is dropped to its end.
  case tooManyStreams(SysExStream)

  /// All incomplete messages together are too long; the growing one is dropped to its end.
  case tooManyBytes(SysExStream)

  /// A packet continues or ends a message without a start; the packet is dropped.
  case notBegun(SysExStream)

  /// A message was cut by another start, or by a message that may not interrupt it.
  case interrupted(SysExStream)

  /// A packet has a reserved form or an invalid count; it and its message are dropped.
  case malformed(SysExStream)

  /// Chunks of a mixed data set arrived out of order.
  case chunkOutOfOrder(SysExStream)

  /// No packet arrived for longer than `SysExLimits.timeout`.
  case timedOut(SysExStream)
}
