import ArgumentParser
import Synchronization
import TenutoProcess
import TenutoRender

/// The mode of the extensions' sandbox.
struct SandboxOptions: ParsableArguments {
  @Option(
    name: .customLong("sandbox"),
    help: ArgumentHelp(
      "The sandbox of extensions: required, best-effort or off.",
      discussion: """
        required starts nothing if this machine lacks a mandatory layer; best-effort uses the \
        available layers and reports the missing ones; off gives extensions all your rights, \
        which a debugger or a memory checker may need.
        """,
      valueName: "mode"),
    transform: Self.mode)
  var mode: SandboxMode = .required

  /// The sandbox policy.
  var policy: SandboxPolicy { SandboxPolicy(mode: mode) }

  private static func mode(_ word: String) throws -> SandboxMode {
    guard let mode = SandboxMode(rawValue: word) else {
      let words = SandboxMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(word)' is not one of \(words)")
    }
    return mode
  }

  private static let said = Mutex<Set<String>>([])

  /// Reports missing layers of an extension's sandbox; once, since they are missing for all.
  static func note(_ instance: Instance) {
    let sandbox = instance.process.sandbox
    for note in sandbox.notes { Output.note(note) }
    guard !sandbox.missing.isEmpty else { return }
    let missing = sandbox.missing.map(\.description).joined(separator: ", ")
    guard said.withLock({ $0.insert(missing).inserted }) else { return }
    Output.note(
      "Extensions run without these layers of the sandbox, which are missing here: \(missing).")
  }
}
