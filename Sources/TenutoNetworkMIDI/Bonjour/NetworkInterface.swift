internal import CNetwork

/// A network interface of this host that is up.
struct NetworkInterface: Sendable {
  let name: String
  let index: UInt32
  /// Its addresses, of 4 or 16 bytes.
  var addresses: [[UInt8]] = []
  private(set) var isMulticast = false
  private(set) var isLoopback = false

  /// The interfaces that are up, in the order of the system.
  static var all: [NetworkInterface] {
    var found = [cbonjour_address](repeating: cbonjour_address(), count: 256)
    let count = unsafe Int(cbonjour_addresses(&found, Int32(found.count)))
    var interfaces: [NetworkInterface] = []
    for address in found.prefix(count) {
      let name = text(address)
      if interfaces.last(where: { $0.index == address.index }) == nil {
        var interface = NetworkInterface(name: name, index: address.index)
        interface.isMulticast = address.is_multicast != 0
        interface.isLoopback = address.is_loopback != 0
        interfaces.append(interface)
      }
      guard let place = interfaces.firstIndex(where: { $0.index == address.index }) else {
        continue
      }
      let bytes = unsafe withUnsafeBytes(of: address.bytes) { unsafe Array($0) }
      interfaces[place].addresses.append(Array(bytes.prefix(Int(address.length))))
    }
    return interfaces
  }

  /// Returns the interfaces for multicast DNS: the named one, or all network interfaces, or the
  /// loopback if none exist.
  static func forMulticast(named name: String?) -> [NetworkInterface] {
    let usable = all.filter { $0.hasIPv4 || $0.hasMulticastIPv6 }
    if let name { return usable.filter { $0.name == name } }
    let networks = usable.filter { $0.isMulticast && !$0.isLoopback }
    return networks.isEmpty ? usable.filter(\.isLoopback) : networks
  }

  /// Whether it has an IPv4 address.
  var hasIPv4: Bool { addresses.contains { $0.count == 4 } }

  /// Whether multicast DNS can use IPv6: from a link-local address, or on a loopback without IPv4.
  var hasMulticastIPv6: Bool {
    if isLoopback { return !hasIPv4 && addresses.contains { $0.count == 16 } }
    return addresses.contains { $0.count == 16 && $0[0] == 0xFE && $0[1] & 0xC0 == 0x80 }
  }

  private static func text(_ address: cbonjour_address) -> String {
    unsafe withUnsafeBytes(of: address.interface) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
