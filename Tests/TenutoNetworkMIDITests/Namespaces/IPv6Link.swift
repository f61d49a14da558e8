import Foundation
import TestSupport

/// Two hosts, each in a network namespace, on an IPv6-only link; removed with the test.
final class IPv6Link: Sendable {
  private let prefix: String

  init() throws {
    prefix = "tn6-\(getpid())-\(UInt16.random(in: 0 ... .max))"
    for name in ["1", "2"] { try NetworkHosts.run(["netns", "add", "\(prefix)-\(name)"]) }
    try NetworkHosts.run([
      "-n", "\(prefix)-1", "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns",
      "\(prefix)-2",
    ])
    for name in ["1", "2"] {
      // Without duplicate address detection the address is usable at once.
      try NetworkHosts.run([
        "netns", "exec", "\(prefix)-\(name)", "sysctl", "-qw", "net.ipv6.conf.eth0.accept_dad=0",
      ])
      try NetworkHosts.run([
        "-n", "\(prefix)-\(name)", "address", "add", "fe80::\(name)/64", "dev", "eth0", "nodad",
      ])
      try NetworkHosts.run([
        "-n", "\(prefix)-\(name)", "link", "set", "eth0", "addrgenmode", "none",
      ])
      try NetworkHosts.run(["-n", "\(prefix)-\(name)", "link", "set", "eth0", "up"])
    }
  }

  deinit {
    for name in ["1", "2"] { _ = try? NetworkHosts.run(["netns", "del", "\(prefix)-\(name)"]) }
  }

  /// The namespace of a host, for `ip netns exec`.
  func namespace(_ name: String) -> String { "\(prefix)-\(name)" }

  /// Runs a function on a thread of a host, as `NetworkHosts.inside(namespace:_:)`.
  func inside<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    try NetworkHosts.inside(namespace: namespace(name), body)
  }
}
