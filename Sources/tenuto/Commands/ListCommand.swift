import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoSystem

/// `tenuto list`: lists the installed components.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists installed components by origin.",
    discussion: """
      Reads the manifests of the bundles without running their code. Unusable bundles are named on \
      stderr.

      In a pattern '?' matches one character and '*' any number of them. Other words are searched \
      for in names, manufacturers, tags and URIs.

      EXAMPLE:
        tenuto list
        tenuto list aumu
        tenuto list reverb --source lv2
        tenuto list aufx '*' Tnto --json
        tenuto list --sandbox
      """)

  @Argument(
    help: ArgumentHelp(
      "Type, subtype and manufacturer, patterns for them, or words to search for.",
      valueName: "code"))
  var words: [String] = []

  @Option(help: "Lists components with this tag, such as 'Reverb'.")
  var tag: String?

  @Option(help: "Lists components of this format: tenuto, lv2 or clap.")
  var source: String?

  @Flag(help: "Prints JSON.")
  var json = false

  @Flag(help: "Lists the layers of the sandbox on this machine, instead of components.")
  var sandbox = false

  func validate() throws {
    guard !sandbox || (words.isEmpty && !json) else {
      throw ValidationError("'--sandbox' lists layers and takes no code and no '--json'")
    }
    if words.contains(where: { $0.contains("?") || $0.contains("*") }) { _ = try query() }
  }

  private func query() throws -> ComponentQuery {
    do throws(HostError) {
      return try ComponentQuery(words: words)
    } catch {
      throw ValidationError(error.message)
    }
  }

  func run() throws {
    guard !sandbox else { return try listLayers() }
    let scan = Environment.registry.scan()
    let components = matches(in: scan)
    if json {
      try Output.line(JSON.text(components.map(ComponentRecord.init)))
    } else if !components.isEmpty {
      for line in lines(of: components) { try Output.line(line) }
    }
    report(scan, isEmpty: components.isEmpty)
  }

  /// Returns the components whose codes match, or, if none exist, those whose names match.
  private func matches(in scan: Registry.Scan) -> [Component] {
    let byCode = (try? query()).map(scan.find) ?? []
    let found = byCode.isEmpty ? scan.components.filter(hasAllWords) : byCode
    return found.filter { component in
      (tag.map(component.description.hasTag) ?? true)
        && (source.map { $0 == component.source?.format ?? "tenuto" } ?? true)
    }
  }

  private func hasAllWords(_ component: Component) -> Bool {
    let description = component.description
    let text =
      ([description.name, description.manufacturerName, component.source?.uri ?? ""]
      + description.tags).joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }

  private func listLayers() throws {
    let listing = SandboxListing(report: try Sandbox.probe())
    for line in listing.lines { try Output.line(line) }
    Output.note(listing.summary)
  }

  /// A table for each format with components; several tables have their name and count above.
  private func lines(of components: [Component]) -> [String] {
    let formats: [PluginFormat?] = [nil] + PluginFormat.allCases
    let groups = formats.map { format in
      (format, components.filter { $0.source?.format == format?.rawValue })
    }.filter { !$0.1.isEmpty }
    guard groups.count > 1 else { return groups.flatMap { table($0.1).lines } }
    let parts = groups.map { format, members in
      let title = format.map { "\($0.title) plug-ins" } ?? "Tenuto's own and installed extensions"
      return ["\(title) (\(members.count))"] + table(members).lines
    }
    return Array(parts.joined(separator: [""]))
  }

  /// One group; plug-ins of other formats have a column for their URIs.
  private func table(_ components: [Component]) -> Table {
    let hasSources = components.contains { $0.source != nil }
    var table = Table(
      ["CODE", "NAME", "MANUFACTURER", "VERSION", "TAGS"] + (hasSources ? ["URI"] : []))
    for component in components {
      let description = component.description
      table.add(
        [
          "\(component.code)", description.name, description.manufacturerName,
          description.version, description.tags.joined(separator: ", "),
        ] + (hasSources ? [component.source?.uri ?? ""] : []))
    }
    return table
  }

  private func report(_ scan: Registry.Scan, isEmpty: Bool) {
    if isEmpty && scan.components.isEmpty {
      Output.note(
        "No component is installed in \(scan.searchPath); "
          + "install an extension with 'tenuto install PATH'.")
    } else if isEmpty {
      Output.note("No component matches; 'tenuto list' lists all.")
    }
    for shadowed in scan.shadowed {
      Output.note(
        "'\(shadowed.code)' in \(shadowed.ignoredPath) is not used: "
          + "the one in \(shadowed.keptPath) takes precedence.")
    }
    for problem in scan.problems { Output.note(problem.message) }
    for warning in scan.warnings { Output.note(warning) }
  }
}

extension ComponentDescription {
  /// Returns whether the component has the tag, ignoring case.
  fileprivate func hasTag(_ tag: String) -> Bool {
    tags.contains { $0.lowercased() == tag.lowercased() }
  }
}
