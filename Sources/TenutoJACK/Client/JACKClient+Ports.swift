internal import CJACK
internal import Glibc
internal import Synchronization

extension JACKClient {
  /// Registers a port without properties: those that JACK has kept from a former port with the same
  /// number are removed.
  ///
  /// - Parameters:
  ///   - name: The short name, unique in the client, without ":".
  ///   - kind: The kind of its data.
  ///   - direction: The direction of its data, seen from the client.
  ///   - flags: Further flags, such as `.terminal` for a synthesiser's output or a recorder's
  ///     input.
  /// - Returns: The port, valid until it is unregistered or the client is closed.
  /// - Throws: `.portRegistrationFailed`, `.invalidName`, `.closed` or `.serverEnded`.
  public func registerPort(
    _ name: String, kind: JACKPortKind, direction: JACKPortDirection, flags: JACKPortFlags = []
  ) throws(JACKError) -> JACKPort {
    try unsafe core.askServer { client throws(JACKError) in
      try checkPortName(name)
      let bits = flags.subtracting([.input, .output])
        .union(direction == .input ? .input : .output)
      let handle = unsafe core.library.api.pointee.port_register(
        client, name, kind.typeName, bits.rawValue, 0)
      guard let handle = unsafe handle else {
        throw core.failure(
          .portRegistrationFailed,
          "could not register the port \"\(name)\"; is the name in use, or the server out of ports?"
        )
      }
      // JACK 1.9 silently cuts full names at 256 bytes.
      let fullName = unsafe String(optionalCString: core.library.api.pointee.port_name(handle))
      guard fullName == "\(core.name):\(name)" else {
        unsafe _ = core.library.api.pointee.port_unregister(client, handle)
        throw JACKError(
          .invalidName,
          "JACK cut the port name \"\(name)\" short; use one of fewer bytes than \(name.utf8.count)."
        )
      }
      let uuid = unsafe core.library.api.pointee.port_uuid(handle)
      unsafe core.removeFormerProperties(of: uuid, client)
      return unsafe JACKPort(handle: handle, kind: kind, direction: direction, uuid: uuid)
    }
  }

  /// Unregisters a port, with its connections and properties.
  ///
  /// - Throws: `.portRegistrationFailed`, `.closed` or `.serverEnded`.
  public func unregisterPort(_ port: JACKPort) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      let hasProperties = core.state.withLock { $0.subjects.remove(port.uuid) } != nil
      // The server also looks up the port's properties, in the same database.
      let status = MetadataLock.hold {
        if hasProperties {
          unsafe _ = core.library.api.pointee.remove_properties(client, port.uuid)
        }
        return unsafe core.library.api.pointee.port_unregister(client, port.handle)
      }
      guard status == 0 else {
        throw core.failure(
          .portRegistrationFailed, "could not unregister a port; it may already be removed.")
      }
    }
  }

  /// Gives a port another short name; other clients of PipeWire do not see it.
  ///
  /// - Throws: `.portRegistrationFailed`, `.invalidName`, `.closed` or `.serverEnded`.
  public func renamePort(_ port: JACKPort, to name: String) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      try checkPortName(name)
      guard unsafe core.library.api.pointee.port_rename(client, port.handle, name) == 0 else {
        throw core.failure(.portRegistrationFailed, "could not rename a port to \"\(name)\".")
      }
    }
  }

  /// The full name of a port, "client:port".
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func name(of port: JACKPort) throws(JACKError) -> String {
    try unsafe core.withClient { _ throws(JACKError) in
      let name = unsafe String(optionalCString: core.library.api.pointee.port_name(port.handle))
      guard !name.isEmpty else { throw core.failure(.noSuchPort, "no longer has that port.") }
      return name
    }
  }

  private func checkPortName(_ name: String) throws(JACKError) {
    // The server's limit includes the colon and the final zero.
    let limit = unsafe Int(core.library.api.pointee.port_name_size()) - core.name.utf8.count - 2
    try checkName(name, byteLimit: limit, what: "port")
  }
}

// MARK: - The ports of all clients

extension JACKClient {
  /// The full names of the server's ports that match all criteria.
  ///
  /// - Parameters:
  ///   - pattern: A POSIX regular expression for the full name, or nil for every name.
  ///   - kind: The kind of data, or nil for any.
  ///   - flags: Flags that the ports must have.
  /// - Returns: The full names in the server's order.
  /// - Throws: `.closed` or `.serverEnded`.
  public func ports(
    matching pattern: String? = nil, kind: JACKPortKind? = nil, flags: JACKPortFlags = []
  ) throws(JACKError) -> [String] {
    try unsafe core.withClient { client in
      let list = unsafe core.library.api.pointee.get_ports(
        client, pattern, kind?.typeName, flags.rawValue)
      return unsafe [String](consumingJACKList: list, library: core.library)
    }
  }

  /// The audio inputs of the machine's loudspeakers, in the server's order.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func physicalPlaybackPorts() throws(JACKError) -> [String] {
    try ports(kind: .audio, flags: [.physical, .input])
  }

  /// The flags of any client's port.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func flags(ofPortNamed name: String) throws(JACKError) -> JACKPortFlags {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      return unsafe JACKPortFlags(
        rawValue: UInt(UInt32(bitPattern: core.library.api.pointee.port_flags(port))))
    }
  }

  /// The full names of the ports that are connected to a port, given by its full name.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func connections(of name: String) throws(JACKError) -> [String] {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      let list = unsafe core.library.api.pointee.port_get_all_connections(client, port)
      return unsafe [String](consumingJACKList: list, library: core.library)
    }
  }

  /// Connects an output to an input of any clients, given by their full names.
  ///
  /// An existing connection is not an error. Both clients must be active.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func connect(from source: String, to destination: String) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      let status = unsafe core.library.api.pointee.connect(client, source, destination)
      if status == 0 || status == EEXIST { return }
      _ = try unsafe core.port(named: source, client)
      _ = try unsafe core.port(named: destination, client)
      throw core.failure(
        .connectionFailed,
        "could not connect \"\(source)\" to \"\(destination)\"; an active output goes to an active "
          + "input of the same kind.")
    }
  }

  /// Disconnects an output from an input of any clients, given by their full names.
  ///
  /// A missing connection is not an error.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func disconnect(from source: String, to destination: String) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard unsafe core.library.api.pointee.disconnect(client, source, destination) != 0 else {
        return
      }
      let output = try unsafe core.port(named: source, client)
      _ = try unsafe core.port(named: destination, client)
      let list = unsafe core.library.api.pointee.port_get_all_connections(client, output)
      let connections = unsafe [String](consumingJACKList: list, library: core.library)
      guard connections.contains(destination) else { return }
      throw core.failure(
        .connectionFailed, "could not disconnect \"\(source)\" from \"\(destination)\".")
    }
  }
}

extension ClientCore {
  /// The server's port with a full name.
  func port(named name: String, _ client: OpaquePointer) throws(JACKError) -> OpaquePointer {
    guard let port = unsafe library.api.pointee.port_by_name(client, name) else {
      throw JACKError(
        .noSuchPort, "There is no JACK port \"\(name)\"; full names look like \"client:port\".")
    }
    return unsafe port
  }
}
