/// The origin of a page of another site (RFC 6454), such as `https://example.org`.
package struct WebOrigin: Sendable, Hashable {
  /// The origin as a browser writes it: in lower case, without the scheme's default port.
  package let text: String

  /// Maximum number of characters.
  private static let limit = 300

  /// Parses an origin of `http` or `https`; nil for anything else, such as a file's origin
  /// (`null`).
  package init?(parsing text: String) {
    let text = text.lowercased()
    guard text.utf8.count <= Self.limit,
      let scheme = ["http://", "https://"].first(where: text.hasPrefix)
    else { return nil }
    let authority = text.dropFirst(scheme.count)
    let place = authority.lastIndex(of: ":").flatMap { authority.hasSuffix("]") ? nil : $0 }
    let host = authority[..<(place ?? authority.endIndex)]
    guard Self.isHost(host) else { return nil }
    guard let place else {
      self.text = text
      return
    }
    let digits = authority[authority.index(after: place)...]
    guard let port = UInt16(digits), port > 0, String(port) == digits else { return nil }
    let isUsual = port == (scheme == "http://" ? 80 : 443)
    self.text = isUsual ? scheme + host : text
  }

  /// Whether its scheme is `https`.
  var isSecure: Bool { text.hasPrefix("https:") }

  /// The host, with the port unless it is the default one, as in the field `Host`.
  var authority: String {
    String(text[(text.firstRange(of: "://")?.upperBound ?? text.endIndex)...])
  }

  /// The host without the brackets of an IPv6 address.
  var host: String {
    let authority = authority
    if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
    return String(authority.prefix { $0 != ":" })
  }

  /// The TCP port.
  var port: UInt16 {
    let place = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
    let number = place.flatMap { UInt16(authority[authority.index(after: $0)...]) }
    return number ?? (isSecure ? 443 : 80)
  }

  private static func isHost(_ host: Substring) -> Bool {
    func isLetter(_ character: Character) -> Bool {
      ("a"..."z").contains(character) || ("0"..."9").contains(character)
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let inner = host.dropFirst().dropLast()
      return !inner.isEmpty
        && inner.allSatisfy { ("0"..."9").contains($0) || ("a"..."f").contains($0) || $0 == ":" }
    }
    return !host.isEmpty && host.allSatisfy { isLetter($0) || "-._".contains($0) }
  }
}
