import Foundation
import TestSupport
import Testing

@testable import TenutoProcess

/// `SandboxProbe`, run as a user.
struct Probe: CustomTestStringConvertible {
  /// The user, nil for the tests' own.
  var user: Int?
  /// Options for the sandbox.
  var options: [String] = []
  /// Environment variables of the host.
  var environment: [String: String] = [:]

  /// The tests' user, and an ordinary one if that is root.
  static var users: [Probe] { [Probe()] + (getuid() == 0 ? [Probe(user: 65534)] : []) }

  /// All users, with and without namespaces; and root in a container without user namespaces.
  static var all: [Probe] {
    users.flatMap { [$0, Probe(user: $0.user, options: ["--no-namespaces"])] }
      + (getuid() == 0 ? [Probe(options: ["--deny", "users=EPERM"])] : [])
  }

  /// Whether this machine allows namespaces to anyone.
  static let hasNamespaces =
    (try? Sandbox.probe())?.layers.isSuperset(of: [.userNamespace, .processNamespace]) ?? false

  var testDescription: String {
    ([user.map { "user \($0)" } ?? "the tests' user"] + options).joined(separator: " ")
  }

  /// The words of the complete command.
  func command(_ words: [String]) -> [String] {
    asUser([Built.path("SandboxProbe")] + options + words)
  }

  private func asUser(_ words: [String]) -> [String] {
    guard let user else { return words }
    return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
  }

  /// Its output by line.
  func lines(_ words: String...) throws -> [String] { try lines(words) }

  /// Its output by line.
  func lines(_ words: [String]) throws -> [String] {
    try run(command(words)).output.split(separator: "\n").map(String.init)
  }

  /// `tenuto`, as the same user in the same environment.
  func tenuto(_ words: String...) throws -> ProgramResult {
    try run(asUser([Built.path("tenuto")] + words))
  }

  private func run(_ words: [String]) throws -> ProgramResult {
    try Program.run(words[0], Array(words.dropFirst()), environment: environment)
  }

  /// The output of the hostile extension's attack, and how it ends.
  func attack(_ name: String, _ variables: [String: String] = [:]) throws -> [String] {
    let all = variables.merging(["TENUTO_TEST_ATTEMPT": name]) { $1 }
    return try lines(
      ["run", Built.path("HostileExtension")] + all.map { "\($0.key)=\($0.value)" })
  }
}
