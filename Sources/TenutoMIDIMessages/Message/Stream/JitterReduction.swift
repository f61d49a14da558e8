/// The jitter reduction timestamps that an endpoint supports or uses.
public struct JitterReduction: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the two low bits, and discards the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 3
  }

  /// It sends timestamps.
  public static var transmits: JitterReduction {
    @_noLocks get { JitterReduction(rawValue: 1) }
  }

  /// The endpoint uses timestamps.
  public static var receives: JitterReduction {
    @_noLocks get { JitterReduction(rawValue: 2) }
  }
}
