/// The information that an endpoint discovery requests.
public struct EndpointDiscoveryFilter: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the five low bits, and discards the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 31
  }

  /// The endpoint's capabilities.
  public static var endpointInfo: EndpointDiscoveryFilter {
    @_noLocks get { EndpointDiscoveryFilter(rawValue: 1) }
  }

  /// Maker and model.
  public static var deviceIdentity: EndpointDiscoveryFilter {
    @_noLocks get { EndpointDiscoveryFilter(rawValue: 2) }
  }

  /// Its name.
  public static var endpointName: EndpointDiscoveryFilter {
    @_noLocks get { EndpointDiscoveryFilter(rawValue: 4) }
  }

  /// Its serial number.
  public static var productInstanceID: EndpointDiscoveryFilter {
    @_noLocks get { EndpointDiscoveryFilter(rawValue: 8) }
  }

  /// The protocol in use.
  public static var streamConfiguration: EndpointDiscoveryFilter {
    @_noLocks get { EndpointDiscoveryFilter(rawValue: 16) }
  }
}
