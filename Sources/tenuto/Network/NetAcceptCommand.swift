import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net accept`: waits for other hosts, and keeps their sessions.
struct NetAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Lets other hosts take part until Ctrl-C.",
    discussion: """
      Hosts of the contacts may take part; '--host' lets one more, and '--policy anyone' all. A \
      host that may not is told here, with what would let it. Others find the session by Bonjour, \
      but for '--hidden'.

      EXAMPLE:
        tenuto net accept
        tenuto net accept --host 192.168.1.9
        tenuto net accept --policy anyone --interface lo
        tenuto net accept --protocol midi2 --secret-file secret
      """)

  @Option(help: "Which hosts may take part; what 'tenuto net policy' keeps, if not told.")
  var policy: NetPolicy?

  @Option(help: ArgumentHelp("A host that may take part too.", valueName: "address"))
  var host: [String] = []

  @Flag(help: "Does not tell the local network of the session.")
  var hidden = false

  @OptionGroup var options: NetSessionOptions

  func run() throws {
    let hosts = try host.map { try NetHostArgument.host($0) }
    let session = try options.session()
    if let policy { session.connectionPolicy = policy.policy }
    session.isAdvertised = !hidden
    try NetRun(session, options).run { for host in hosts { session.accept(host) } }
  }
}
