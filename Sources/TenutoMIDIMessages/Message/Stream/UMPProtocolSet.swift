/// The protocols that an endpoint can speak.
public struct UMPProtocolSet: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the two low bits, and cuts the others off.
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
