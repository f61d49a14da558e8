internal import Glibc

/// Who may ask at a socket.
package enum AccessRule: Sendable, Equatable {
  /// The user whose host it is, and root: a Unix socket, whose other end the kernel names.
  case user(UInt32)
  /// Pages that this host serves: TCP on the loopback, where pages of any site and other users'
  /// programs may try to ask too.
  case loopback(port: UInt16)

  /// Refuses what a browser sends for another site's page.
  ///
  /// Such a page may have its own name point at this machine (DNS rebinding): then `Host` is that
  /// name. Otherwise the browser says whose page it is in `Origin`, which it leaves out only where it
  /// gets something for the page's own origin or the user typed the address, and in
  /// `Sec-Fetch-Site`. What changes something, and a WebSocket, says its origin.
  ///
  /// - Throws: 403.
  func check(_ request: HTTPRequest) throws(RequestError) {
    guard let host = try ownHost(request) else { return }
    let isReading = request.method == "GET" && !WebSocketHandshake.isWished(by: request)
    let isOfOwnPage = request.headers["origin"].map { $0.lowercased() == "http://\(host)" }
    let site = request.headers["sec-fetch-site"] ?? "none"
    guard isOfOwnPage ?? isReading,
      request.path.isEmpty && isReading || ["none", "same-origin"].contains(site)
    else { throw RequestError(403, "Pages of other sites may not ask here.") }
  }

  /// The host that a request names, which is this one; nil on a Unix socket.
  ///
  /// Pages of other sites have passed so far, but not by a name of their own.
  ///
  /// - Throws: 403 for another name.
  func ownHost(_ request: HTTPRequest) throws(RequestError) -> String? {
    guard case .loopback(let port) = self else { return nil }
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
      throw RequestError(403, "Ask at '\(hosts[0])'; another name is not answered.")
    }
    return host
  }

  /// Whether the other end of a connection may ask at all; nil where the system does not say who it
  /// is.
  func admits(peerUser: UInt32?) -> Bool {
    switch self {
    // The folder keeps others out already; root may look, as it may everywhere.
    case .user(let user): peerUser == user || peerUser == 0
    // A token keeps others out already; of another network namespace nothing is known.
    case .loopback: peerUser == nil || peerUser == geteuid() || peerUser == 0
    }
  }
}
