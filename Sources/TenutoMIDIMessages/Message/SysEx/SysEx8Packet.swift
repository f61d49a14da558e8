public import TenutoMIDI
/// A piece of up to 13 bytes of a system exclusive message of 8-bit bytes.
///
/// A group can have several simultaneous messages, each with its own stream id.
///
/// The corresponding standard is M2-104-UM, "System Exclusive 8 (8-Bit) Messages".
public struct SysEx8Packet: BitwiseCopyable, Sendable, Hashable {
  /// The piece's bytes.
  public let bytes: PacketBytes

  /// The position of the piece in the message.
  public let form: PacketForm

  /// The message to which the piece belongs.
  public let streamID: UInt8

  /// Creates a piece; nil if there are more than 13 bytes.
  ///
  /// Thread: any.
  @_noLocks
  public init?(form: PacketForm, streamID: UInt8, bytes: PacketBytes) {
    guard bytes.count <= 13 else { return nil }
    self.form = form
    self.streamID = streamID
    self.bytes = bytes
  }

  @_noLocks
  init?(_ ump: UMP) {
    // The count includes the stream id.
    let count = Int(ump.status & 0xF)
    guard ump.status < 0x40, count >= 1, count <= 14 else { return nil }
    form = PacketForm(bits: UInt32(ump.opcode))
    streamID = ump.data1
    bytes = PacketBytes(ump, from: 3, count: count - 1)
  }

  /// Returns the piece as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4) -> UMP {
    let status = form.bits << 4 | UInt32(truncatingIfNeeded: bytes.count + 1)
    let head = 0x5000_0000 | UInt32(group.rawValue) << 24 | status << 16
    return bytes.ump(head: head | UInt32(streamID) << 8, from: 3)
  }
}
