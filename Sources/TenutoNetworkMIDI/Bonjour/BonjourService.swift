/// A service of a host of the local network, as Bonjour tells of it.
package struct BonjourService: Hashable, Sendable {
  /// What the service is called.
  package var name: String
  /// What it speaks, for example `_apple-midi._udp`.
  package var type: String
  /// Its port.
  package var port: UInt16
  /// The name of its host; empty for this one.
  package var host = ""
  /// The addresses of its host, IPv4 before IPv6.
  package var addresses: [NetworkAddress] = []
  /// What it says of itself, `key=value` each.
  package var texts: [String] = []

  /// Creates a service.
  package init(name: String, type: String, port: UInt16, texts: [String] = []) {
    (self.name, self.type, self.port, self.texts) = (name, type, port, texts)
  }

  /// The domain of multicast DNS.
  static let domain = "local"

  /// The name of all services of its type.
  var typeName: DNSName? { DNSName("\(type).\(Self.domain)") }

  /// Its own name.
  var instanceName: DNSName? { DNSName(name, "\(type).\(Self.domain)") }
}
