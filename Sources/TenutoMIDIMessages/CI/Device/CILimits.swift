/// How much of devices that may not be trusted a device keeps, and how long it waits for them.
public struct CILimits: Sendable, Hashable {
  /// How many other devices it knows.
  public var peerCount = 64

  /// The maximum number of own open requests.
  public var openRequestCount = 32

  /// How many messages of property exchange may be under way to it.
  public var openPropertyCount = 16

  /// The maximum byte count of a message of property exchange.
  public var propertyByteCount = 256 * 1024

  /// How many bytes all messages of property exchange under way may have.
  public var totalPropertyByteCount = 1024 * 1024

  /// Nanoseconds until a request without answer, or a message without its next piece, is given up.
  public var timeout: UInt64 = 3_000_000_000

  /// Creates limits that serve most programs.
  ///
  /// Thread: any.
  public init() {}
}
