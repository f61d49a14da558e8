/// Identifies one of several simultaneous system exclusive messages.
///
/// Each group has one 7-bit stream, 256 8-bit streams and 16 mixed data sets, all at the same time.
public struct SysExStream: BitwiseCopyable, Sendable, Hashable {
  /// The format of a message.
  public enum Kind: BitwiseCopyable, Sendable, Hashable {
    /// 7-bit bytes as in MIDI 1.0, message type 3.
    case sysEx7

    /// 8-bit bytes, message type 5.
    case sysEx8(id: UInt8)

    /// Chunks of bytes, message type 5; the id is 0 to 15.
    case mixedDataSet(id: UInt8)
  }

  /// The format of the message, with its id.
  public let kind: Kind

  /// The group, 0 to 15.
  public let group: UInt8

  /// Creates an identifier; only the low four bits of `group` count.
  ///
  /// Thread: any.
  public init(_ kind: Kind, group: UInt8 = 0) {
    self.kind = kind
    self.group = group & 0xF
  }
}
