import ArgumentParser
import TenutoComponents

/// `tenuto uninstall`: removes the bundle of a component.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Removes the bundle of a component.",
    discussion: """
      Removes the first bundle in the search path that has the component and that the user may \
      remove, with all of its components.

      EXAMPLE:
        tenuto uninstall 'aumu saw1 Tnto'
      """)

  @Argument(
    help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes())
  var words: [String]

  func run() throws {
    let code = try CodeArgument.parse(words: words)
    let path = try Installer.uninstall(code, searchPath: Environment.registry.searchPath)
    try Output.line("Removed \(path)".printable)
  }
}
