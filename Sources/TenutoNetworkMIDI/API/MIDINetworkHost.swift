/// A host of the network that takes part in sessions, by its name and where it is.
///
/// The corresponding Core MIDI class is `MIDINetworkHost`.
public struct MIDINetworkHost: Sendable, Hashable, CustomStringConvertible {
  /// The port that a session has unless it is told otherwise.
  public static let defaultPort: UInt16 = 5004

  /// What users call the host.
  public let name: String

  /// The host's address, for example 192.0.2.7, or its name in the network.
  public let address: String

  /// The host's control port; its data port is the next one.
  public let port: UInt16

  /// What the host calls its Bonjour service; nil for a host that is known by its address.
  public let netServiceName: String?

  /// The type of the Bonjour service, for example `_midi2._udp`; nil for a host that was not found by
  /// one.
  public let netServiceType: String?

  /// The domain of the Bonjour service: `local`, which is multicast DNS.
  public var netServiceDomain: String? { netServiceName == nil ? nil : "local" }

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - name: What users call it.
  ///   - address: Its address, or its name in the network.
  ///   - port: Its control port.
  public init(name: String, address: String, port: UInt16 = MIDINetworkHost.defaultPort) {
    self.init(name: name, address: address, port: port, netServiceName: nil)
  }

  /// Creates a host by its Bonjour service, which is looked for when the host is invited.
  ///
  /// The corresponding Core MIDI initializer is `init(name:netServiceName:netServiceDomain:)`.
  ///
  /// - Parameters:
  ///   - name: What users call it.
  ///   - netServiceName: What its service is called.
  public init(name: String, netServiceName: String) {
    self.init(
      name: name, address: "", port: MIDINetworkHost.defaultPort, netServiceName: netServiceName)
  }

  init(
    name: String, address: String, port: UInt16, netServiceName: String?,
    netServiceType: String? = nil
  ) {
    (self.name, self.address, self.port) = (name, address, port)
    self.netServiceName = netServiceName
    self.netServiceType = netServiceType
  }

  /// Whether another host has the same address and port, whatever its name is.
  ///
  /// The corresponding Core MIDI method is `hasSameAddress(as:)`.
  public func hasSameAddress(as other: MIDINetworkHost) -> Bool {
    address == other.address && port == other.port
      && (!address.isEmpty || netServiceName == other.netServiceName)
  }

  /// The host in words.
  public var description: String {
    if address.isEmpty { return netServiceName ?? name }
    let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    return name.isEmpty ? place : "\(name) (\(place))"
  }
}

/// A host that this side has invited, and invites again when it is lost.
///
/// The corresponding Core MIDI class is `MIDINetworkConnection`.
public struct MIDINetworkConnection: Sendable, Hashable {
  /// The host.
  public let host: MIDINetworkHost

  /// Creates a connection, which `MIDINetworkSession.addConnection(_:)` begins.
  public init(host: MIDINetworkHost) { self.host = host }
}

/// The hosts that may take part in a session without having been invited.
///
/// The corresponding Core MIDI type is `MIDINetworkConnectionPolicy`.
public enum MIDINetworkConnectionPolicy: Sendable, Hashable, CaseIterable {
  /// No host.
  case noOne
  /// The hosts in the list of contacts; others wait until they are accepted.
  case hostsInContactList
  /// All.
  case anyone

  var core: SessionPolicy {
    switch self {
    case .noOne: .noOne
    case .hostsInContactList: .contacts
    case .anyone: .anyone
    }
  }
}
