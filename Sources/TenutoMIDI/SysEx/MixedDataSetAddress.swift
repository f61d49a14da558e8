/// The owner and the meaning of a mixed data set.
public struct MixedDataSetAddress: BitwiseCopyable, Sendable, Hashable {
  /// The manufacturer of the data.
  public var manufacturerID: UInt16

  /// The device of the data.
  public var deviceID: UInt16

  /// The first half of the data's meaning.
  public var subID1: UInt16

  /// The second half of the data's meaning.
  public var subID2: UInt16

  /// Creates an address.
  ///
  /// Thread: any.
  @_noLocks
  public init(manufacturerID: UInt16, deviceID: UInt16, subID1: UInt16, subID2: UInt16) {
    self.manufacturerID = manufacturerID
    self.deviceID = deviceID
    self.subID1 = subID1
    self.subID2 = subID2
  }
}
