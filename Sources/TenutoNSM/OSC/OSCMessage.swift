/// An Open Sound Control message: a path and its arguments.
struct OSCMessage: Sendable, Equatable {
  /// The path, such as `/nsm/client/save`.
  let path: String
  let arguments: [OSCArgument]

  init(_ path: String, _ arguments: [OSCArgument] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// An argument of a type that the session protocol uses.
enum OSCArgument: Sendable, Equatable {
  case string(String)
  case integer(Int32)
  case float(Float)
  /// Another type, or a string that is not UTF-8.
  case other

  /// The value, if it is a string.
  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The value, if it is an integer.
  var integer: Int32? { if case .integer(let integer) = self { integer } else { nil } }
}

/// An OSC address, from its URL: `osc.udp://HOST:PORT/`.
struct OSCAddress: Sendable, Equatable {
  /// A name or a numeric address.
  let host: String
  /// 1...65535.
  let port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses a URL; nil unless it is a UDP URL with a host and a port.
  init?(url: String) {
    let scheme = "osc.udp://"
    guard url.hasPrefix(scheme), url.utf8.count < 512 else { return nil }
    let rest = url.dropFirst(scheme.count)
    guard let colon = rest.lastIndex(of: ":") else { return nil }
    var host = rest[..<colon]
    var port = rest[rest.index(after: colon)...]
    if port.last == "/" { port.removeLast() }
    // A numeric IPv6 address is enclosed in brackets.
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    let isNumber = port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let number = UInt16(port), number > 0 else { return nil }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x2F }) else { return nil }
    self.init(host: String(host), port: number)
  }
}
