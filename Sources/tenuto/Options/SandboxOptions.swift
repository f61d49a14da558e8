import ArgumentParser
import Synchronization
import TenutoProcess
import TenutoRender

/// How much the sandbox of the extensions matters.
struct SandboxOptions: ParsableArguments {
  @Option(
    name: .customLong("sandbox"),
    help: ArgumentHelp(
      "What extensions are kept in: required, best-effort or off.",
      discussion: """
        required starts nothing where this machine lacks a layer that has to be there; \
        best-effort takes what there is and says what is missing; off lets extensions do what you \
        may do, which a debugger or a memory checker may need.
        """,
      valueName: "mode"),
    transform: Self.mode)
  var mode: SandboxMode = .required

  /// What an extension may do.
  var policy: SandboxPolicy { SandboxPolicy(mode: mode) }

  private static func mode(_ word: String) throws -> SandboxMode {
    guard let mode = SandboxMode(rawValue: word) else {
      let words = SandboxMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(word)' is not one of \(words)")
    }
    return mode
  }

  private static let said = Mutex<Set<String>>([])

  /// Says what an extension does without: layers once, as they are the machine's.
  static func note(_ instance: Instance) {
    let sandbox = instance.process.sandbox
    for note in sandbox.notes { Output.note(note) }
    guard !sandbox.missing.isEmpty else { return }
    let missing = sandbox.missing.map(\.description).joined(separator: ", ")
    guard said.withLock({ $0.insert(missing).inserted }) else { return }
    Output.note("Extensions run without layers of the sandbox that are missing here: \(missing).")
  }
}
