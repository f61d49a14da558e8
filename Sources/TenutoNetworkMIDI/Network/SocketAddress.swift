internal import Glibc

extension NetworkAddress {
  /// Converts a system address; nil for families other than IPv4 and IPv6.
  ///
  /// An IPv4-mapped IPv6 address becomes an IPv4 address.
  init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch Int32(storage.ss_family) {
    case AF_INET:
      // A copy of the socket layer's structure, read as the type that its family names.
      let address = unsafe withUnsafeBytes(of: &storage) { unsafe $0.load(as: sockaddr_in.self) }
      self.init(
        host: Self.bytes(UInt32(bigEndian: address.sin_addr.s_addr)),
        port: UInt16(bigEndian: address.sin_port))
    case AF_INET6:
      let address = unsafe withUnsafeBytes(of: &storage) { unsafe $0.load(as: sockaddr_in6.self) }
      var host = address.sin6_addr
      let bytes = unsafe withUnsafeBytes(of: &host) { unsafe Array($0) }
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self.init(
        host: isMapped ? Array(bytes[12...]) : bytes, port: UInt16(bigEndian: address.sin6_port),
        scope: isMapped ? 0 : address.sin6_scope_id)
    default: return nil
    }
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
  }

  /// Returns the system address for an IPv6 or IPv4 socket.
  func socketAddress(isIPv6: Bool) -> (storage: sockaddr_storage, length: socklen_t)? {
    var storage = sockaddr_storage()
    guard isIPv6 else {
      guard host.count == 4 else { return nil }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: host) }
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: address, as: sockaddr_in.self)
      }
      return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_scope_id = scope
    let mapped: [UInt8] = host.count == 4 ? Array(repeating: 0, count: 10) + [0xFF, 0xFF] : []
    unsafe withUnsafeMutableBytes(of: &address.sin6_addr) {
      unsafe $0.copyBytes(from: mapped + host)
    }
    unsafe withUnsafeMutableBytes(of: &storage) {
      unsafe $0.storeBytes(of: address, as: sockaddr_in6.self)
    }
    return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
  }

  /// Resolves a host's name or numeric address; nil if it has no address.
  ///
  /// Thread: control; it may wait for the name service.
  init?(resolving name: String, port: UInt16) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, "\(port)", &hints, &found) == 0, let first = unsafe found else {
      return nil
    }
    defer { unsafe freeaddrinfo(first) }
    var storage = sockaddr_storage()
    guard let address = unsafe first.pointee.ai_addr else { return nil }
    let length = min(unsafe Int(first.pointee.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
    unsafe withUnsafeMutableBytes(of: &storage) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
    }
    self.init(storage)
  }

  /// The host's address as `init(resolving:port:)` parses it, with the interface if needed.
  var text: String {
    guard scope != 0 else { return hostText }
    var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
    // The name lives longer than the number; a link in another namespace has only a number.
    let isNamed = unsafe if_indextoname(scope, &name) != nil
    let interface = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return "\(hostText)%\(isNamed ? interface : "\(scope)")"
  }

  /// The host's address, for example 192.0.2.1 or 2001:db8::1.
  package var hostText: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 1)
    let family = host.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, host, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
