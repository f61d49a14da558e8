/// Which of the system exclusive messages under way at a time a packet belongs to.
///
/// Each group has one of 7 bits, 256 of 8 bits and 16 mixed data sets, all at the same time.
public struct SysExStream: BitwiseCopyable, Sendable, Hashable {
  /// What a message is made of.
  public enum Kind: BitwiseCopyable, Sendable, Hashable {
    /// Bytes of 7 bits, message type 3, what MIDI 1.0 has.
    case sysEx7

    /// Bytes of 8 bits, message type 5.
    case sysEx8(id: UInt8)

    /// Chunks of bytes, message type 5; the id is 0 to 15.
    case mixedDataSet(id: UInt8)
  }

  /// What the message is made of, with its number.
  public let kind: Kind

  /// The group, 0 to 15.
  public let group: UInt8

  /// Creates a name for messages; only the low four bits of `group` count.
  ///
  /// Thread: any.
  public init(_ kind: Kind, group: UInt8 = 0) {
    self.kind = kind
    self.group = group & 0xF
  }
}
