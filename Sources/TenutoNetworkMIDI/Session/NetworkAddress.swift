/// An address of the network: that of a socket, without the system's form.
package struct NetworkAddress: Hashable, Sendable {
  /// The address of the host, 4 bytes or 16.
  package var host: [UInt8]
  /// The port.
  package var port: UInt16
  /// The interface of a link-local address, 0 for none.
  package var scope: UInt32

  /// Creates an address.
  package init(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
    self.host = host
    self.port = port
    self.scope = scope
  }

  /// The same host at another port.
  package func at(port: UInt16) -> NetworkAddress {
    NetworkAddress(host: host, port: port, scope: scope)
  }

  /// The same host at the next port, where AppleMIDI has the data.
  package var dataAddress: NetworkAddress { at(port: port &+ 1) }
}

/// A socket of a session.
package enum SessionPort: Sendable, Hashable {
  /// Where invitations come and go, and feedback.
  case control
  /// Where streams and clock synchronization come and go: the next port.
  case data
}
