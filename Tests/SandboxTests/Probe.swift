import Foundation
import TestSupport
import Testing

@testable import TenutoProcess

/// `SandboxProbe`, run as some user.
struct Probe: CustomTestStringConvertible {
  /// The user that it is, nil for the one of the tests.
  var user: Int?
  /// Options for the sandbox.
  var options: [String] = []
  /// Variables of the host's environment.
  var environment: [String: String] = [:]

  /// The tests' user, and an ordinary one if that is root.
  static var users: [Probe] { [Probe()] + (getuid() == 0 ? [Probe(user: 65534)] : []) }

  /// All users, with namespaces and without; and root in a container that has no users.
  static var all: [Probe] {
    users.flatMap { [$0, Probe(user: $0.user, options: ["--no-namespaces"])] }
      + (getuid() == 0 ? [Probe(options: ["--deny", "users=EPERM"])] : [])
  }

  /// Whether this machine lets anybody have namespaces.
  static let hasNamespaces =
    (try? Sandbox.probe())?.layers.isSuperset(of: [.userNamespace, .processNamespace]) ?? false

  var testDescription: String {
    ([user.map { "user \($0)" } ?? "the tests' user"] + options).joined(separator: " ")
  }

  /// The words of the whole command.
  func command(_ words: [String]) -> [String] {
    asUser([Built.path("SandboxProbe")] + options + words)
  }

  private func asUser(_ words: [String]) -> [String] {
    guard let user else { return words }
    return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
  }

  /// What it prints, line by line.
  func lines(_ words: String...) throws -> [String] { try lines(words) }

  /// What it prints, line by line.
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

  /// What the hostile extension prints when it does something, and how it ends.
  func attack(_ name: String, _ variables: [String: String] = [:]) throws -> [String] {
    let all = variables.merging(["TENUTO_TEST_ATTEMPT": name]) { $1 }
    return try lines(
      ["run", Built.path("HostileExtension")] + all.map { "\($0.key)=\($0.value)" })
  }
}
