import ArgumentParser
import Logging

/// Options of the log.
struct LogOptions: ParsableArguments {
  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp(
      "What is logged: trace, debug, info, notice, warning, error or critical.",
      valueName: "level"),
    transform: ChoiceArgument.parse)
  var level: Logger.Level = .info

  @Option(
    name: .customLong("log-file"),
    help: ArgumentHelp("Appends what is logged to a file, a line of JSON each.", valueName: "file"),
    completion: .file())
  var file: String?
}
