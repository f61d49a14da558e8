import ArgumentParser
import TenutoControl

/// The host to address, and the format of the answer.
struct EditOptions: ParsableArguments {
  @OptionGroup var host: HostNameOption

  @Flag(help: "Prints the answer as JSON.")
  var json = false

  var client: ControlClient { host.client }

  /// Prints an answer as JSON or as a sentence.
  func print(_ answer: some Encodable, _ sentence: String) throws(Failure) {
    try Output.line(json ? JSON.line(answer) : sentence.printable)
  }
}
