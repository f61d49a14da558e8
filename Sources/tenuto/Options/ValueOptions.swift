import ArgumentParser

/// The values of an instance: a preset first, then single parameters.
struct ValueOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Begins with a preset: the name of a user or factory preset, or a factory preset's number.",
      valueName: "name"))
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A parameter, such as cutoff=800 or 'cutoff=1.5 kHz'; may be repeated.",
      valueName: "name=value"),
    transform: ParameterChange.parse)
  var changes: [ParameterChange] = []

  @OptionGroup var sandbox: SandboxOptions
}
