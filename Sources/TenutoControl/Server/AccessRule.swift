internal import Glibc

/// The clients that may send requests to a socket.
package enum AccessRule: Sendable, Equatable {
  /// The host's user and root: a Unix socket, whose peer the kernel identifies.
  case user(UInt32)
  /// Pages served by this host: TCP on the loopback interface, which pages of any site and other
  /// users' programs can reach too.
  case loopback(port: UInt16)

  /// Rejects requests that a browser sends for another site's page.
  ///
  /// Such a page may point its own name at this machine (DNS rebinding): then `Host` holds that
  /// name. Otherwise the browser names the page's site in `Origin` and in `Sec-Fetch-Site`. It
  /// omits `Origin` only for a `GET` of the page's own origin and for an address that the user
  /// typed. A request that changes something, and a WebSocket, must have an `Origin`.
  ///
  /// - Throws: 403.
  func check(_ request: HTTPRequest) throws(RequestError) {
    guard let host = try ownHost(request) else { return }
    let isReading = request.method == "GET" && !WebSocketHandshake.isRequested(by: request)
    let isOfOwnPage = request.headers["origin"].map { $0.lowercased() == "http://\(host)" }
    let site = request.headers["sec-fetch-site"] ?? "none"
    guard isOfOwnPage ?? isReading,
      request.path.isEmpty && isReading || ["none", "same-origin"].contains(site)
    else { throw RequestError(403, "Pages of other sites have no access.") }
  }

  /// Returns the `Host` of a request, which must name this host; nil on a Unix socket.
  ///
  /// It rejects DNS rebinding, but not requests of other sites' pages that use this host's address.
  ///
  /// - Throws: 403 for another name.
  func ownHost(_ request: HTTPRequest) throws(RequestError) -> String? {
    guard case .loopback(let port) = self else { return nil }
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
      throw RequestError(403, "This host answers at '\(hosts[0])' only.")
    }
    return host
  }

  /// Returns whether a connection's peer may send requests; `peerUser` is nil if the system does
  /// not identify it.
  func admits(peerUser: UInt32?) -> Bool {
    switch self {
    // The folder's mode already excludes other users; root has access as everywhere.
    case .user(let user): peerUser == user || peerUser == 0
    // The token already excludes others; the user of a peer in another network namespace is
    // unknown.
    case .loopback: peerUser == nil || peerUser == geteuid() || peerUser == 0
    }
  }
}
