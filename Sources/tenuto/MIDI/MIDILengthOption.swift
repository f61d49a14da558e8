import ArgumentParser

/// The duration options of commands that listen.
struct MIDILengthOption: ParsableArguments {
  @Option(help: "Ends listening after this time.")
  var seconds: Double?

  func validate() throws {
    guard let seconds else { return }
    guard seconds.isFinite, seconds > 0, seconds <= 86400 else {
      throw ValidationError("'--seconds' is a time up to a day")
    }
  }
}
