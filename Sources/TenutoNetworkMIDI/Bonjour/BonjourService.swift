/// A Bonjour service of a host on the local network.
package struct BonjourService: Hashable, Sendable {
  /// The service's name.
  package var name: String
  /// The service's type, for example `_apple-midi._udp`.
  package var type: String
  /// Its port.
  package var port: UInt16
  /// The name of its host; empty for this one.
  package var host = ""
  /// The addresses of its host, IPv4 before IPv6.
  package var addresses: [NetworkAddress] = []
  /// Its text record, as `key=value` entries.
  package var texts: [String] = []

  /// Creates a service.
  package init(name: String, type: String, port: UInt16, texts: [String] = []) {
    (self.name, self.type, self.port, self.texts) = (name, type, port, texts)
  }

  /// The domain of multicast DNS.
  static let domain = "local"

  /// The name that lists all services of its type.
  var typeName: DNSName? { DNSName("\(type).\(Self.domain)") }

  /// The service's full name.
  var instanceName: DNSName? { DNSName(name, "\(type).\(Self.domain)") }
}
