/// The header of every MIDI-CI message.
struct CIHeader: Sendable, Hashable {
  /// The size of a header in bytes, from 0x7E on.
  static let byteCount = 13

  var address: CIAddress
  var subID2: UInt7
  var version: UInt7
  var source: MUID
  var destination: MUID

  /// Parses the header and moves `reader` past it.
  init(_ reader: inout CIReader) throws(CIMessageError) {
    guard try reader.byte() == 0x7E else { throw .notCapabilityInquiry }
    address = CIAddress(rawValue: try reader.byte())
    guard try reader.byte() == 0x0D else { throw .notCapabilityInquiry }
    subID2 = try reader.byte()
    version = try reader.byte()
    source = try reader.muid()
    destination = try reader.muid()
  }
}

/// The part of a device that a MIDI-CI message concerns: a channel, a group or the function block.
///
/// The corresponding standard is M2-101-UM, "Device ID".
public struct CIAddress: BitwiseCopyable, Sendable, Hashable {
  /// The address in the message.
  public let rawValue: UInt7

  /// Creates an address of its byte.
  ///
  /// Thread: any.
  public init(rawValue: UInt7) {
    self.rawValue = rawValue
  }

  /// The group, or the whole port of MIDI 1.0.
  public static let group = CIAddress(rawValue: 0x7E)

  /// The function block.
  public static let functionBlock = CIAddress(rawValue: 0x7F)

  /// Returns the address of a channel.
  ///
  /// Thread: any.
  public static func channel(_ channel: UInt4) -> CIAddress {
    CIAddress(rawValue: UInt7(truncatingIfNeeded: channel.rawValue))
  }
}
