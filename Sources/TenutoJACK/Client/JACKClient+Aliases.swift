internal import CJACK
internal import Synchronization

/// Aliases of ports: further full names by which they can be found and connected.
extension JACKClient {
  /// Gives one of the client's ports an alias; a port can have two.
  ///
  /// An alias that it already has is not an error.
  ///
  /// - Throws: `.requestRefused`, `.closed` or `.serverEnded`.
  public func setAlias(_ alias: String, of port: JACKPort) throws(JACKError) {
    try unsafe core.withClient { _ throws(JACKError) in
      guard unsafe !core.aliases(of: port.handle).contains(alias) else { return }
      guard unsafe core.library.api.pointee.port_set_alias(port.handle, alias) == 0 else {
        throw core.failure(.requestRefused, "could not give a port the alias \"\(alias)\".")
      }
    }
  }

  /// The aliases of any client's port.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func aliases(ofPortNamed name: String) throws(JACKError) -> [String] {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      return unsafe core.aliases(of: port)
    }
  }
}

extension ClientCore {
  fileprivate func aliases(of port: OpaquePointer) -> [String] {
    let size = unsafe Int(library.api.pointee.port_name_size())
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * size)
    unsafe memory.initialize(repeating: 0, count: 2 * size)
    defer { unsafe memory.deallocate() }
    var places: [UnsafeMutablePointer<CChar>?] = unsafe [memory, memory + size]
    let count = unsafe Int(library.api.pointee.port_get_aliases(port, &places))
    return (0..<min(2, max(0, count))).map { unsafe String(optionalCString: places[$0]) }
  }
}
