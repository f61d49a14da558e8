public import TenutoMIDI
/// The start of a chunk of a mixed data set.
///
/// The corresponding standard is M2-104-UM, "Mixed Data Set Header".
public struct MixedDataSetHeader: BitwiseCopyable, Sendable, Hashable {
  /// The data set to which the chunk belongs.
  public var id: UInt4

  /// The number of valid bytes in the chunk's payloads.
  public var validByteCount: UInt16

  /// The number of chunks in the data set; 0 if unknown.
  public var chunkCount: UInt16

  /// The number of this chunk, counted from 1.
  public var chunkNumber: UInt16

  /// The manufacturer that defines the data.
  public var manufacturerID: UInt16

  /// The device that defines the data.
  public var deviceID: UInt16

  /// The first half of the meaning of the data.
  public var subID1: UInt16

  /// The second half of the meaning of the data.
  public var subID2: UInt16

  /// Creates the start of a chunk.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    id: UInt4, validByteCount: UInt16, chunkCount: UInt16, chunkNumber: UInt16,
    manufacturerID: UInt16, deviceID: UInt16, subID1: UInt16, subID2: UInt16
  ) {
    self.id = id
    self.validByteCount = validByteCount
    self.chunkCount = chunkCount
    self.chunkNumber = chunkNumber
    self.manufacturerID = manufacturerID
    self.deviceID = deviceID
    self.subID1 = subID1
    self.subID2 = subID2
  }

  @_noLocks
  init(_ ump: UMP) {
    id = ump.narrowChannel
    validByteCount = UInt16(truncatingIfNeeded: ump.word0)
    chunkCount = UInt16(truncatingIfNeeded: ump.word1 >> 16)
    chunkNumber = UInt16(truncatingIfNeeded: ump.word1)
    manufacturerID = UInt16(truncatingIfNeeded: ump.word2 >> 16)
    deviceID = UInt16(truncatingIfNeeded: ump.word2)
    subID1 = UInt16(truncatingIfNeeded: ump.word3 >> 16)
    subID2 = UInt16(truncatingIfNeeded: ump.word3)
  }

  /// Returns the header as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4) -> UMP {
    let head = 0x5080_0000 | UInt32(group.rawValue) << 24 | UInt32(id.rawValue) << 16
    return UMP(
      head | UInt32(validByteCount), UInt32(chunkCount) << 16 | UInt32(chunkNumber),
      UInt32(manufacturerID) << 16 | UInt32(deviceID), UInt32(subID1) << 16 | UInt32(subID2))
  }
}
