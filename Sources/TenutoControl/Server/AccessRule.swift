/// Who may ask at a socket.
package enum AccessRule: Sendable, Equatable {
  /// The user whose host it is, and root: a Unix socket, whose other end the kernel names.
  case user(UInt32)
  /// Programs of this machine: TCP on the loopback, where a page of any site may try to ask too.
  case loopback(port: UInt16)

  /// Refuses what a browser sends for another site's page.
  ///
  /// Such a page may have its own name point at this machine (DNS rebinding): then `Host` is that
  /// name. Otherwise the browser says whose page it is in `Origin`.
  ///
  /// - Throws: 403.
  func check(_ request: HTTPRequest) throws(RequestError) {
    guard case .loopback(let port) = self else { return }
    let hosts = ["localhost", "127.0.0.1", "[::1]"].map { "\($0):\(port)" }
    guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
      throw RequestError(403, "Ask at '\(hosts[0])'; another name is not answered.")
    }
    guard let origin = request.headers["origin"]?.lowercased() else { return }
    guard hosts.contains(where: { origin == "http://\($0)" }) else {
      throw RequestError(403, "Pages of other sites may not ask here.")
    }
  }

  /// Whether the other end of a connection may ask at all.
  func admits(peerUser: UInt32?) -> Bool {
    switch self {
    // The folder keeps others out already; root may look, as it may everywhere.
    case .user(let user): peerUser == user || peerUser == 0
    case .loopback: true
    }
  }
}
