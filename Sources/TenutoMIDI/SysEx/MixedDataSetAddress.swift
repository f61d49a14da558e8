/// Whose data a mixed data set is, and what it means.
public struct MixedDataSetAddress: BitwiseCopyable, Sendable, Hashable {
  /// The manufacturer whose data it is.
  public var manufacturerID: UInt16

  /// The device whose data it is.
  public var deviceID: UInt16

  /// The first half of what the data means.
  public var subID1: UInt16

  /// The second half of what the data means.
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
