import ArgumentParser
import TenutoCore
import TenutoHost

/// `tenuto list`: the components that are installed.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the components that are installed.",
    discussion: """
      Reads the manifests of the bundles and runs none of their code. Bundles that cannot be used \
      are named on stderr.

      In a pattern '?' stands for one character and '*' for any number of them.

      EXAMPLE:
        tenuto list
        tenuto list aumu
        tenuto list aufx '*' Tnto --json
        tenuto list --sandbox
      """)

  @Argument(
    help: ArgumentHelp(
      "Type, subtype and manufacturer, or patterns for them.", valueName: "code"))
  var words: [String] = []

  @Flag(help: "Prints JSON.")
  var json = false

  @Flag(help: "Lists what this machine keeps extensions in, instead of components.")
  var sandbox = false

  func validate() throws {
    guard !sandbox || (words.isEmpty && !json) else {
      throw ValidationError("'--sandbox' lists layers and takes no code and no '--json'")
    }
    do throws(HostError) {
      _ = try ComponentQuery(words: words)
    } catch {
      throw ValidationError(error.message)
    }
  }

  func run() throws {
    guard !sandbox else { return try listLayers() }
    let query = try ComponentQuery(words: words)
    let scan = Environment.registry.scan()
    let components = scan.find(query)
    if json {
      try Output.line(JSON.text(components.map(ComponentRecord.init)))
    } else if !components.isEmpty {
      for line in table(components).lines { try Output.line(line) }
    }
    report(scan, isEmpty: components.isEmpty)
  }

  private func listLayers() throws {
    let listing = SandboxListing(report: try Sandbox.probe())
    for line in listing.lines { try Output.line(line) }
    Output.note(listing.summary)
  }

  private func table(_ components: [Component]) -> Table {
    var table = Table(["CODE", "NAME", "MANUFACTURER", "VERSION", "TAGS"])
    for component in components {
      let description = component.description
      table.add([
        "\(component.code)", description.name, description.manufacturerName, description.version,
        description.tags.joined(separator: ", "),
      ])
    }
    return table
  }

  private func report(_ scan: Registry.Scan, isEmpty: Bool) {
    if isEmpty && scan.components.isEmpty {
      Output.note(
        "No component is installed in \(scan.searchPath); "
          + "install an extension with 'tenuto install PATH'.")
    } else if isEmpty {
      Output.note("No component matches; 'tenuto list' names all.")
    }
    for shadowed in scan.shadowed {
      Output.note(
        "'\(shadowed.code)' of \(shadowed.ignoredPath) is not used: "
          + "the one of \(shadowed.keptPath) comes first.")
    }
    for problem in scan.problems { Output.note(problem.message) }
    for warning in scan.warnings { Output.note(warning) }
  }
}
