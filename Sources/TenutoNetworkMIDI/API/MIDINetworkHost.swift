internal import Glibc

/// A host on the network that offers sessions, with its name and address.
///
/// The corresponding Core MIDI class is `MIDINetworkHost`.
public struct MIDINetworkHost: Sendable, Hashable, CustomStringConvertible {
  /// The default port of a session.
  public static let defaultPort: UInt16 = 5004

  /// The display name.
  public let name: String

  /// The host's address, for example 192.0.2.7, or its name on the network.
  public let address: String

  /// The host's control port; its data port is the next one.
  public let port: UInt16

  /// The name of the host's Bonjour service; nil for a host known by its address.
  public let netServiceName: String?

  /// The type of the Bonjour service, for example `_midi2._udp`; nil for a host that was not found
  /// by Bonjour.
  public let netServiceType: String?

  /// The domain of the Bonjour service: `local`, which is multicast DNS.
  public var netServiceDomain: String? { netServiceName == nil ? nil : "local" }

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - address: Its address, or its name on the network.
  ///   - port: Its control port.
  public init(name: String, address: String, port: UInt16 = MIDINetworkHost.defaultPort) {
    self.init(name: name, address: address, port: port, netServiceName: nil)
  }

  /// Creates a host known by its Bonjour service, which is resolved when the host is invited.
  ///
  /// The corresponding Core MIDI initializer is `init(name:netServiceName:netServiceDomain:)`.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - netServiceName: The name of its service.
  public init(name: String, netServiceName: String) {
    self.init(
      name: name, address: "", port: MIDINetworkHost.defaultPort, netServiceName: netServiceName)
  }

  /// Creates a host known by its Bonjour service; nil for another domain than `local`.
  ///
  /// The corresponding Core MIDI initializer has the same name.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - netServiceName: The name of its service.
  ///   - netServiceDomain: `local` or `local.`, or nothing.
  public init?(name: String, netServiceName: String, netServiceDomain: String) {
    guard ["", "local", "local."].contains(netServiceDomain) else { return nil }
    self.init(name: name, netServiceName: netServiceName)
  }

  init(
    name: String, address: String, port: UInt16, netServiceName: String?,
    netServiceType: String? = nil
  ) {
    (self.name, self.address, self.port) = (name, address, port)
    self.netServiceName = netServiceName
    self.netServiceType = netServiceType
  }

  /// The name of this machine, "" if it has none.
  static var localName: String {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns whether another host has the same address and port, regardless of its name.
  ///
  /// The corresponding Core MIDI method is `hasSameAddress(as:)`.
  public func hasSameAddress(as other: MIDINetworkHost) -> Bool {
    address == other.address && port == other.port
      && (!address.isEmpty || netServiceName == other.netServiceName)
  }

  /// The name and address.
  public var description: String {
    if address.isEmpty { return netServiceName ?? name }
    let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    return name.isEmpty ? place : "\(name) (\(place))"
  }
}

/// A connection to a host that this side invites, and invites again after a loss.
///
/// The corresponding Core MIDI class is `MIDINetworkConnection`.
public struct MIDINetworkConnection: Sendable, Hashable {
  /// The host.
  public let host: MIDINetworkHost

  /// Creates a connection, to be passed to `MIDINetworkSession.addConnection(_:)`.
  public init(host: MIDINetworkHost) { self.host = host }
}

/// The hosts that may join a session without an invitation.
///
/// The corresponding Core MIDI type is `MIDINetworkConnectionPolicy`.
public enum MIDINetworkConnectionPolicy: Sendable, Hashable, CaseIterable {
  /// No host.
  case noOne
  /// The hosts in the list of contacts; others wait until they are accepted.
  case hostsInContactList
  /// All hosts.
  case anyone

  var core: SessionPolicy {
    switch self {
    case .noOne: .noOne
    case .hostsInContactList: .contacts
    case .anyone: .anyone
    }
  }
}
