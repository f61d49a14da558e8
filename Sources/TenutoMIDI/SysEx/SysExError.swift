/// Why a system exclusive message does not come through whole.
public enum SysExError: Error, Sendable, Hashable {
  /// A byte at `offset` of a payload of 7 bits has its high bit set.
  case highBit(offset: Int)

  /// A mixed data set would need more than 65 535 chunks.
  case tooManyChunks

  /// The message is longer than `SysExLimits.messageBytes`; it is dropped to its end.
  case messageTooLong(SysExStream)

  /// One message too many is under way; the new one is dropped to its end.
  case tooManyStreams(SysExStream)

  /// All messages under way together are too long; the one that grows is dropped to its end.
  case tooManyBytes(SysExStream)

  /// A packet continues or ends a message that has not begun; the packet is dropped.
  case notBegun(SysExStream)

  /// A message ended without its end, by another beginning or a message that may not stand inside.
  case interrupted(SysExStream)

  /// A packet has a reserved form or a count that does not fit; it and its message are dropped.
  case malformed(SysExStream)

  /// Chunks of a mixed data set came in another order than that of their numbers.
  case chunkOutOfOrder(SysExStream)

  /// No packet came for longer than `SysExLimits.timeout`.
  case timedOut(SysExStream)
}
