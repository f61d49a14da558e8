import ArgumentParser
import Logging

/// Options of the log.
struct LogOptions: ParsableArguments {
  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp(
      "The lowest level to log: trace, debug, info, notice, warning, error or critical.",
      valueName: "level"),
    transform: ChoiceArgument.parse)
  var level: Logger.Level = .info

  @Option(
    name: .customLong("log-file"),
    help: ArgumentHelp("Appends log records to a file, a line of JSON each.", valueName: "file"),
    completion: .file())
  var file: String?
}
