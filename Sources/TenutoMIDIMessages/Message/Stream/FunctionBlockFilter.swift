/// The information that a function block discovery requests.
public struct FunctionBlockFilter: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the two low bits, and discards the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 3
  }

  /// The block's capabilities.
  public static var info: FunctionBlockFilter {
    @_noLocks get { FunctionBlockFilter(rawValue: 1) }
  }

  /// Its name.
  public static var name: FunctionBlockFilter {
    @_noLocks get { FunctionBlockFilter(rawValue: 2) }
  }
}
