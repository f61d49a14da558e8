import CNamespaces
import Foundation
import Testing

/// Three hosts and a router between them, each in a network namespace, connected by veth pairs;
/// removed with the test.
///
/// Host 1 is 10.77.1.1 and the router at its end 10.77.1.254, and so on.
final class NetworkHosts: Sendable {
  private let prefix = "tnt\(getpid())"

  /// Whether the test can create namespaces: as root, with `ip`.
  static let isUsable: Bool = {
    if getuid() == 0, (try? run(["netns", "add", "tnt-try"])) != nil,
      (try? run(["netns", "del", "tnt-try"])) != nil
    {
      return true
    }
    print("*** SKIPPED: no network namespaces (root, iproute2)")
    return false
  }()

  struct Refused: Error { let arguments: [String] }

  init() throws {
    for name in ["r", "1", "2", "3"] { try Self.run(["netns", "add", "\(prefix)-\(name)"]) }
    for host in 1...3 {
      let (near, far) = ("\(prefix)-\(host)", "\(prefix)-r")
      try Self.run([
        "-n", near, "link", "add", "eth0", "type", "veth", "peer", "name", "eth\(host)", "netns",
        far,
      ])
      try Self.run(["-n", near, "address", "add", "10.77.\(host).1/24", "dev", "eth0"])
      try Self.run(["-n", far, "address", "add", "10.77.\(host).254/24", "dev", "eth\(host)"])
      try Self.run(["-n", near, "link", "set", "eth0", "up"])
      try Self.run(["-n", far, "link", "set", "eth\(host)", "up"])
    }
  }

  deinit {
    for name in ["r", "1", "2", "3"] { try? Self.run(["netns", "del", "\(prefix)-\(name)"]) }
  }

  /// Runs `ip` with some arguments.
  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/ip")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refused(arguments: arguments) }
  }

  /// Runs a function on a thread of a host: its sockets are that host's.
  func inside(_ name: String, _ body: @escaping @Sendable () -> Void) throws {
    let path = "/run/netns/\(prefix)-\(name)"
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      if unsafe cnamespaces_enter_network(path) == 0 { body() }
      end.signal()
    }
    end.wait()
  }
}
