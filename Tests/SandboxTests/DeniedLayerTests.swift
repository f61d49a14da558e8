import Glibc
import TestSupport
import Testing

@testable import TenutoProcess

/// If a container or an old kernel refuses a layer, this is reported.
@Suite(.serialized) struct DeniedLayerTests {
  struct Denial: CustomTestStringConvertible {
    let call: String
    let error: String
    let layers: SandboxLayers
    let reason: String
    /// Attempts that are not made then.
    var followers: SandboxLayers = []
    var testDescription: String { "\(call)=\(error)" }
    var option: [String] { ["--deny", "\(call)=\(error)"] }
  }

  /// Layers that are required for an extension.
  static let required = [
    Denial(
      call: "landlock_create_ruleset", error: "ENOSYS", layers: .fileRules,
      reason: "Function not implemented"),
    Denial(
      call: "landlock_create_ruleset", error: "EPERM", layers: .fileRules,
      reason: "Operation not permitted"),
    Denial(
      call: "landlock_restrict_self", error: "EPERM", layers: .fileRules,
      reason: "Operation not permitted"),
    Denial(
      call: "seccomp", error: "EPERM", layers: [.callFilter, .noWriteExecute],
      reason: "Operation not permitted"),
    Denial(
      call: "seccomp", error: "EINVAL", layers: [.callFilter, .noWriteExecute],
      reason: "Invalid argument"),
    Denial(
      call: "capset", error: "EPERM", layers: .noCapabilities,
      reason: "Operation not permitted"),
    Denial(
      call: "prlimit64", error: "EPERM", layers: .resourceLimits,
      reason: "Operation not permitted"),
  ]

  /// Layers that a container may refuse.
  static let optional = [
    Denial(
      call: "namespaces", error: "EPERM",
      layers: [.userNamespace, .mountNamespace, .processNamespace],
      reason: "Operation not permitted", followers: SandboxLayers.namespaces),
    Denial(
      call: "unshare", error: "EPERM",
      layers: [.networkNamespace, .ipcNamespace, .nameNamespace, .cgroupNamespace],
      reason: "Operation not permitted"),
    Denial(
      call: "mount", error: "EPERM", layers: [.privateRoot, .freshProc],
      reason: "Operation not permitted"),
  ]

  private func layers(_ probe: Probe, _ more: [String]) throws -> [String] {
    var probe = probe
    probe.options += more
    return try probe.lines("layers", Built.path("HostileExtension"))
  }

  /// Pairs of a user and the denied calls.
  private static func cases(_ denials: [Denial]) -> [(Probe, Denial)] {
    Probe.users.flatMap { probe in denials.map { (probe, $0) } }
  }

  @Test(arguments: cases(required))
  func nothingStartsWithoutItsRequirements(_ probe: Probe, _ denial: Denial) throws {
    let lines = try layers(probe, denial.option)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    let name = denial.layers.intersection(.required).name
    #expect(line.contains("refuses the sandbox's layer '\(name)' (\(denial.reason))"))
    #expect(line.hasPrefix("error: "))
  }

  @Test(arguments: cases(required))
  func bestEffortReportsMissingLayers(_ probe: Probe, _ denial: Denial) throws {
    try expectOnlyMissing(denial, probe, ["--best-effort"])
  }

  @Test(.enabled(if: Probe.hasNamespaces), arguments: cases(optional))
  func withoutNamespacesTheOtherLayersRemain(_ probe: Probe, _ denial: Denial) throws {
    try expectOnlyMissing(denial, probe, [])
  }

  /// A denied layer is missing, with its reason; every other layer is unaffected.
  private func expectOnlyMissing(_ denial: Denial, _ probe: Probe, _ mode: [String]) throws {
    let before = try layers(probe, mode)
    let after = try layers(probe, mode + denial.option)
    let all = denial.layers.union(denial.followers)
    let names = all.elements.map(\.name)
    let expected = before.filter { !$0.hasPrefix("missing: ") && !names.contains($0) }
    #expect(after.filter { !$0.hasPrefix("missing: ") } == expected)
    let missing = after.filter { $0.hasPrefix("missing: ") && !before.contains($0) }
    let reasons = all.elements.map { layer in
      let reason =
        denial.layers.contains(layer) ? denial.reason : "there is no process namespace"
      return "missing: \(layer.name) (\(reason))"
    }
    #expect(missing.sorted() == reasons.sorted())
  }

  /// Root in a container without user namespaces keeps the other layers.
  @Test(.enabled(if: Probe.hasNamespaces && getuid() == 0))
  func rootWithoutUserNamespaces() throws {
    let lines = try layers(Probe(), ["--deny", "users=EPERM"])
    let expected = SandboxLayers(SandboxLayers.each)
      .subtracting([.userNamespace, .processLimit]).elements.map(\.name)
    let reason = "(Operation not permitted)"
    #expect(
      lines == expected + [
        "missing: user namespace \(reason)", "missing: process limit \(reason)",
      ])
  }
}
