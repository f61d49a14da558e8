import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoRender

/// `tenuto params`: the generic view of a component's parameters.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params",
    abstract: "Shows the parameters of a component with their values, and moves them.",
    discussion: """
      Starts the component in a separate process without playing it. On a terminal the arrow \
      keys move the parameters and 'q' quits; otherwise, or with '--json', it prints them once. \
      The component itself parses and displays values, such as 'cutoff=800 Hz' or 'mode=High'.

      EXAMPLE:
        tenuto params 'aumu saw1 Tnto'
        tenuto params 'aumu saw1 Tnto' --preset Pad --set cutoff=800 --json
      """)

  @Argument(
    help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes())
  var words: [String]

  @OptionGroup var values: ValueOptions

  @Flag(help: "Shows hidden parameters too.")
  var all = false

  @Flag(help: "Prints JSON, with all parameters.")
  var json = false

  func run() throws {
    let code = try CodeArgument.parse(words: words)
    let component = try Lookup.component(code, in: Environment.registry.scan())
    let editor = try ParameterEditor(component, values)
    defer { editor.instance.terminate() }
    if !json, Terminal.hasKeyboard, var panel = ParameterPanel(editor, showsHidden: all) {
      SignalTrap.install()
      return try panel.run()
    }
    let listing = ParameterListing(editor: editor, showsHidden: all)
    let lines = try json ? [JSON.text(listing.record())] : listing.lines()
    for line in lines { try Output.line(line) }
  }
}
