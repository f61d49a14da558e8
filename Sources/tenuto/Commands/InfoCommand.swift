import ArgumentParser
import TenutoComponents
import TenutoCore

/// `tenuto info`: describes one component.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Describes a component: its kind, buses, MIDI, parameters, presets and files.",
    discussion: """
      EXAMPLE:
        tenuto info 'aumu saw1 Tnto'
        tenuto info 'aumu saw1 Tnto' --json
      """)

  @Argument(
    help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes())
  var words: [String]

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let code = try CodeArgument.parse(words: words)
    let component = try Lookup.component(code, in: Environment.registry.scan())
    if json {
      try Output.line(JSON.text(ComponentRecord(component)))
    } else {
      for line in InfoText(component: component).lines { try Output.line(line) }
    }
  }
}
