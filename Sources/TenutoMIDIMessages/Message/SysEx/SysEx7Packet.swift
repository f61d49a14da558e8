public import TenutoMIDI
/// A piece of up to 6 bytes of a system exclusive message, without its F0 and F7.
///
/// The corresponding standard is M2-104-UM, "System Exclusive (7-Bit) Messages".
public struct SysEx7Packet: BitwiseCopyable, Sendable, Hashable {
  /// The piece's bytes, each of them 0 to 127.
  public let bytes: PacketBytes

  /// The position of the piece in the message.
  public let form: PacketForm

  /// Creates a piece; nil if there are more than 6 bytes or one of them is above 127.
  ///
  /// Thread: any.
  @_noLocks
  public init?(form: PacketForm, bytes: PacketBytes) {
    guard bytes.count <= 6, bytes.isSevenBit else { return nil }
    self.form = form
    self.bytes = bytes
  }

  @_noLocks
  init?(_ ump: UMP) {
    let count = Int(ump.status & 0xF)
    guard ump.status < 0x40, count <= 6 else { return nil }
    form = PacketForm(bits: UInt32(ump.opcode))
    bytes = PacketBytes(ump, from: 2, count: count).masked
  }

  /// Returns the piece as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4) -> UMP {
    let status = form.bits << 4 | UInt32(truncatingIfNeeded: bytes.count)
    let head = 0x3000_0000 | UInt32(group.rawValue) << 24 | status << 16
    return bytes.ump(head: head, from: 2)
  }
}
