import ArgumentParser
import Glibc
import TenutoComponents
import TenutoCore
import TenutoProcess

/// `tenuto grant`: grants a component the permissions that it requests.
struct GrantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Grants a component the files or the network that it asks for.",
    discussion: """
      Shows the needs in the component's manifest, and stores the answer for this executable: a \
      changed executable needs a new grant. Without a grant the component starts, but cannot \
      access the files or the network.

      EXAMPLE:
        tenuto grant 'aumu smpl Tnto'
        tenuto grant 'aumu smpl Tnto' --revoke
      """)

  @Argument(
    help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes())
  var words: [String]

  @Flag(help: "Revokes the grant.")
  var revoke = false

  @Flag(help: "Grants without asking.")
  var yes = false

  func run() throws {
    let code = try CodeArgument.parse(words: words)
    let component = try Lookup.component(code, in: Environment.registry.scan())
    guard let store = GrantStore.standard else {
      throw Failure.work("There is no home folder to keep grants in; set HOME.")
    }
    guard !revoke else {
      let wasThere = try store.revoke(component)
      return try Output.line(wasThere ? "Revoked." : "Nothing was granted.")
    }
    let needs = component.needs.withoutPackaged
    guard !needs.isEmpty else {
      return try Output.line("'\(component.code)' asks for nothing.")
    }
    try Output.line("\(component.description.name) ('\(component.code)') asks to".printable)
    for phrase in needs.phrases { try Output.line("  \(phrase)".printable) }
    try Output.line("Its executable: \(component.executablePath)".printable)
    guard try yes || store.covers(component) || isAgreed() else {
      throw Failure.work("Nothing was granted.")
    }
    try store.grant(component)
    try Output.line("Granted.")
  }

  private func isAgreed() throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure.work("Asking needs a terminal; '--yes' grants without asking.")
    }
    try Output.line("Grant it? Type yes:")
    return readLine()?.lowercased() == "yes"
  }
}
