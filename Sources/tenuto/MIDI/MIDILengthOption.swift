import ArgumentParser

/// The duration options of commands that listen.
struct MIDILengthOption: ParsableArguments {
  @Option(help: "Stops after this number of seconds.")
  var seconds: Double?

  func validate() throws {
    guard let seconds else { return }
    guard seconds.isFinite, seconds > 0, seconds <= 86400 else {
      throw ValidationError("'--seconds' must be at most a day")
    }
  }
}
