import ArgumentParser
import TenutoCore
import TenutoHost

/// `tenuto info`: everything about one component.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows a component: what it is, its busses, parameters and files.",
    discussion: """
      EXAMPLE:
        tenuto info 'aumu saw1 Tnto'
        tenuto info 'aumu saw1 Tnto' --json
      """)

  @Argument(help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"))
  var words: [String]

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let code = try CodeArgument.parse(words: words)
    let component = try Lookup.component(code, in: Environment.registry.scan())
    if json {
      try Output.line(JSON.text(ComponentRecord(component)))
    } else {
      for line in Self.lines(component) { try Output.line(line) }
    }
  }

  private static func lines(_ component: Component) -> [String] {
    let description = component.description
    var lines = ["\(description.name) \(description.version) ('\(description.code)')".printable]
    if !description.summary.isEmpty { lines.append(description.summary.printable) }
    lines += [
      "",
      "kind          \(kind(description.code))",
      "manufacturer  \(description.manufacturerName)".printable,
      "tags          \(description.tags.joined(separator: ", "))".printable,
      "inputs        \(busses(description.inputs))".printable,
      "outputs       \(busses(description.outputs))".printable,
      "bundle        \(component.bundlePath)".printable,
      "executable    \(component.executablePath)".printable,
      "",
    ]
    return lines + parameters(description.parameters)
  }

  private static func kind(_ code: ComponentCode) -> String {
    switch code.kind {
    case .instrument: "instrument: MIDI in, sound out"
    case .effect: "effect: sound in, sound out"
    case .musicEffect: "music effect: sound and MIDI in, sound out"
    case .midiProcessor: "MIDI processor: MIDI in, MIDI out"
    case .generator: "generator: sound out"
    case nil: "'\(code.type)', which is no kind of Audio Unit"
    }
  }

  private static func busses(_ busses: [BusDescription]) -> String {
    let texts = busses.map { "\($0.name) (\($0.channelCount))" }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  private static func parameters(_ parameters: [Parameter]) -> [String] {
    guard !parameters.isEmpty else { return ["no parameters"] }
    var table = Table(["PARAMETER", "NAME", "RANGE", "DEFAULT"])
    for parameter in parameters {
      table.add([
        parameter.identifier, parameter.name, parameter.rangeText,
        Numbers.short(Double(parameter.defaultValue)),
      ])
    }
    return table.lines
  }
}
