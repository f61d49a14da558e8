/// The header of every MIDI-CI message.
struct CIHeader: Sendable, Hashable {
  /// How many bytes a header has, from 0x7E on.
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
