import CNamespaces
import Foundation

/// Three hosts and a router between them, each in a network namespace, connected by veth pairs;
/// removed with the test.
///
/// Host 1 is 10.77.1.1 and the router at its end 10.77.1.254, and so on.
package final class NetworkHosts: Sendable {
  private let prefix = "tnt\(getpid())"

  /// Whether the test can create namespaces: as root, with `ip`.
  package static let isUsable: Bool = {
    if getuid() == 0, (try? run(["netns", "add", "tnt-try"])) != nil,
      (try? run(["netns", "del", "tnt-try"])) != nil
    {
      return true
    }
    print("*** SKIPPED: no network namespaces (root, iproute2)")
    return false
  }()

  /// A command that failed.
  package struct Refused: Error { package let arguments: [String] }

  /// Makes the hosts; with `isRouted` they reach one another through the router.
  package init(isRouted: Bool = false) throws {
    for name in ["r", "1", "2", "3"] { try Self.run(["netns", "add", namespace(name)]) }
    for host in 1...3 {
      let (near, far) = (namespace("\(host)"), namespace("r"))
      try Self.run([
        "-n", near, "link", "add", "eth0", "type", "veth", "peer", "name", "eth\(host)", "netns",
        far,
      ])
      try Self.run(["-n", near, "address", "add", "10.77.\(host).1/24", "dev", "eth0"])
      try Self.run(["-n", far, "address", "add", "10.77.\(host).254/24", "dev", "eth\(host)"])
      try Self.run(["-n", near, "link", "set", "eth0", "up"])
      try Self.run(["-n", far, "link", "set", "eth\(host)", "up"])
      guard isRouted else { continue }
      try Self.run(["-n", near, "route", "add", "default", "via", "10.77.\(host).254"])
    }
    if isRouted { try run(["sysctl", "-qw", "net.ipv4.ip_forward=1"], in: "r") }
  }

  deinit {
    for name in ["r", "1", "2", "3"] { _ = try? Self.run(["netns", "del", namespace(name)]) }
  }

  /// The namespace of a host or the router, for `ip netns exec`.
  package func namespace(_ name: String) -> String { "\(prefix)-\(name)" }

  /// Runs `ip` with some arguments, and returns its output.
  @discardableResult
  package static func run(_ arguments: [String]) throws -> String {
    let result = try Program.run("/usr/sbin/ip", arguments, withErrors: false)
    guard result.status == 0 else { throw Refused(arguments: arguments) }
    return result.output
  }

  /// Runs a program on a host or the router, and returns its output.
  @discardableResult
  package func run(_ command: [String], in name: String) throws -> String {
    try Self.run(["netns", "exec", namespace(name)] + command)
  }

  /// Runs a function on a thread of a host: its sockets are that host's.
  package func inside(_ name: String, _ body: @escaping @Sendable () -> Void) throws {
    try Self.inside(namespace: namespace(name), body)
  }

  /// Runs a function on a thread of a namespace, and returns its result: sockets that it creates
  /// belong to that namespace, and so do the names of interfaces.
  package static func inside<Value: Sendable>(
    namespace: String, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let path = "/run/netns/\(namespace)"
    let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, any Error> = .failure(POSIXError(.ENOENT))
    Thread.detachNewThread {
      if unsafe cnamespaces_enter_network(path) == 0 { unsafe result = Result { try body() } }
      end.signal()
    }
    end.wait()
    return try unsafe result.get()
  }
}
