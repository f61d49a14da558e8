import ArgumentParser
import TenutoControl

/// Which running host is to do something, and how the answer is printed.
struct EditOptions: ParsableArguments {
  @OptionGroup var host: HostNameOption

  @Flag(help: "Prints the answer as JSON.")
  var json = false

  var client: ControlClient { host.client }

  /// Prints an answer, as JSON or in a sentence.
  func print(_ answer: some Encodable, _ sentence: String) throws(Failure) {
    try Output.line(json ? JSON.line(answer) : sentence.printable)
  }
}
