/// The protocol of the channel voice messages of an endpoint.
///
/// Not an enumeration, so that protocols of later standards are kept.
public struct UMPProtocol: BitwiseCopyable, Sendable, Hashable {
  /// The protocol's number in the packet.
  public let rawValue: UInt8

  /// Creates a protocol from its number.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// MIDI 1.0, message type 2.
  public static var midi1: UMPProtocol {
    @_noLocks get { UMPProtocol(rawValue: 1) }
  }

  /// MIDI 2.0, message type 4.
  public static var midi2: UMPProtocol {
    @_noLocks get { UMPProtocol(rawValue: 2) }
  }
}

/// The protocols that an endpoint can speak.
public struct UMPProtocolSet: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the two low bits, and discards the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 3
  }

  /// MIDI 1.0.
  public static var midi1: UMPProtocolSet {
    @_noLocks get { UMPProtocolSet(rawValue: 1) }
  }

  /// MIDI 2.0.
  public static var midi2: UMPProtocolSet {
    @_noLocks get { UMPProtocolSet(rawValue: 2) }
  }
}
