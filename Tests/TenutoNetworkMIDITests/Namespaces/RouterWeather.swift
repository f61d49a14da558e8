import Foundation
import TestSupport

/// The effects of the router's kernel on the datagrams between hosts.
enum RouterWeather: Sendable, CustomStringConvertible {
  /// nftables: the percentages of lost and of duplicated datagrams.
  case nftables(loss: Int, duplicate: Int)
  /// A queueing discipline of netem, which not every kernel has.
  case netem(String)

  var description: String {
    switch self {
    case .nftables(let loss, let duplicate): "nftables: \(loss) % lost, \(duplicate) % doubled"
    case .netem(let words): "netem: \(words)"
    }
  }

  private static let nft = "/usr/sbin/nft"
  private static let tc = "/usr/sbin/tc"

  /// Whether nftables is installed; always true with CI set, so that a missing program fails the
  /// test.
  static let hasNftables: Bool = {
    guard NetworkHosts.isUsable else { return false }
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    if FileManager.default.isExecutableFile(atPath: nft) { return true }
    print("*** SKIPPED: no nftables (.ci/dependencies test)")
    return false
  }()

  /// Whether the kernel has netem; otherwise the relay has the same effects.
  static let hasNetem: Bool = {
    guard NetworkHosts.isUsable, let hosts = try? NetworkHosts() else { return false }
    let command = [tc, "qdisc", "add", "dev", "eth1", "root", "netem", "delay", "1ms"]
    if (try? hosts.run(command, in: "r")) != nil { return true }
    print("*** SKIPPED: no netem in this kernel")
    return false
  }()

  /// Starts the effects, after the sessions have connected.
  func begin(in hosts: NetworkHosts) throws {
    switch self {
    case .nftables(let loss, let duplicate):
      try Self.nftables("add table ip weather", hosts)
      try Self.nftables("add chain ip weather pass { type filter hook forward priority 0; }", hosts)
      for host in 1...3 where duplicate > 0 {
        let address = "10.77.\(host).1"
        try Self.nftables(
          "add rule ip weather pass ip daddr \(address) numgen random mod 100 < \(duplicate) "
            + "counter dup to \(address)", hosts)
      }
      try Self.nftables(
        "add rule ip weather pass numgen random mod 100 < \(loss) counter drop", hosts)
    case .netem(let words):
      for host in 1...3 {
        try hosts.run(
          [Self.tc, "qdisc", "add", "dev", "eth\(host)", "root", "netem"]
            + words.split(separator: " ").map(String.init), in: "r")
      }
    }
  }

  /// The number of datagrams that each rule of nftables has matched; the last rule counts the lost
  /// ones.
  static func caught(in hosts: NetworkHosts) throws -> [Int] {
    let text = try hosts.run([nft, "list", "table", "ip", "weather"], in: "r")
    return text.components(separatedBy: "counter packets ").dropFirst().compactMap {
      Int($0.prefix { $0.isNumber })
    }
  }

  private static func nftables(_ words: String, _ hosts: NetworkHosts) throws {
    try hosts.run([nft, words], in: "r")
  }
}
