import ArgumentParser
import TenutoControl

/// `tenuto set`: sets parameters of a running host.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Sets parameters of a node of a running host.",
    discussion: """
      A value is a number in the parameter's unit, or a displayed value: '1.5 kHz', '-3 dB', a \
      name. The command returns when all values have taken effect.

      EXAMPLE:
        tenuto set delay mix=30 'time=250 ms'
        tenuto set mixer gain1=-3 --name live
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(
    help: ArgumentHelp("Parameters, such as cutoff='1 kHz'.", valueName: "name=value"),
    completion: Completions.settings, transform: ParameterChange.parse)
  var changes: [ParameterChange]
  @OptionGroup var options: EditOptions

  func validate() throws {
    if changes.isEmpty { throw ValidationError("write NAME=VALUE, such as cutoff=800") }
  }

  func run() throws {
    let answer = try options.client.post(
      "/v1/set", changes.map { $0.setting(of: node) }, as: SettingsAnswer.self)
    if options.json { return try Output.line(JSON.line(answer)) }
    for (change, value) in zip(changes, answer.values) {
      try Output.line("\(node).\(change.name) = \(Numbers.short(value))".printable)
    }
  }
}

extension ParameterChange: CustomStringConvertible {
  /// The argument, quoted for a shell.
  var description: String { "\(name)=\(text)".shellQuoted }

  /// Returns the request for a node.
  func setting(of node: String) -> NodeSetting {
    NodeSetting(node: node, parameter: name, value: SettingValue(written: text))
  }
}

/// `tenuto ramp`: moves a parameter of a running host over time.
struct RampCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ramp",
    abstract: "Moves a parameter of a running host to a value over a number of seconds.",
    discussion: """
      The parameter moves linearly from its current value; the command returns when the ramp has \
      begun.

      EXAMPLE:
        tenuto ramp sawtooth 'cutoff=4 kHz' 8
        tenuto ramp sawtooth cutoff=200 --seconds 2
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(
    help: ArgumentHelp("The parameter and its value.", valueName: "name=value"),
    completion: Completions.settings, transform: ParameterChange.parse)
  var change: ParameterChange
  @Argument(help: ArgumentHelp("The duration.", valueName: "seconds")) var length: Double?
  @Option(help: ArgumentHelp("The duration, as an option.", valueName: "seconds")) var seconds:
    Double?
  @OptionGroup var options: EditOptions

  func validate() throws {
    guard let time = length ?? seconds else {
      throw ValidationError(
        "Give the duration in seconds, such as 'tenuto ramp \(node) \(change) 2'")
    }
    if length != nil && seconds != nil {
      throw ValidationError("Give the duration once; omit '--seconds'")
    }
    guard (0...86400).contains(time) else { throw ValidationError("a ramp must take 0 to 86400 s") }
  }

  func run() throws {
    guard let seconds = length ?? seconds else { return }
    let body = RampRequest(
      parameter: change.name, value: SettingValue(written: change.text), seconds: seconds)
    let answer = try options.client.post(
      NodeRequest(node, options).path("ramp"), body, as: SettingAnswer.self)
    try options.print(
      answer,
      "\(node).\(change.name) goes to \(Numbers.short(answer.value)) in "
        + "\(Numbers.short(seconds)) s")
  }
}

/// `tenuto load`: loads a preset into a node of a running host.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Loads a preset into a node of a running host.",
    discussion: """
      'tenuto preset list' lists the presets of a component; user presets take precedence over \
      factory presets.

      EXAMPLE:
        tenuto load sawtooth Pad
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(help: "The preset's name.") var preset: String
  @OptionGroup var options: EditOptions

  func run() throws { try NodeRequest(node, options).post("preset", NameRecord(name: preset)) }
}
