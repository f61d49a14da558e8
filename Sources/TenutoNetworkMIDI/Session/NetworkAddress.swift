/// A network address, independent of the system's structures.
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

  /// Returns the same host with another port.
  package func at(port: UInt16) -> NetworkAddress {
    NetworkAddress(host: host, port: port, scope: scope)
  }

  /// The same host with the next port, which carries AppleMIDI data.
  package var dataAddress: NetworkAddress { at(port: port &+ 1) }
}

/// A socket of a session.
package enum SessionPort: Sendable, Hashable {
  /// The port for invitations and feedback.
  case control
  /// The port for streams and clock synchronization, one above the control port.
  case data
}
