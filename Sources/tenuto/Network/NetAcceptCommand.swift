import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net accept`: waits for other hosts, and keeps their sessions.
struct NetAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accepts sessions of other hosts until Ctrl-C.",
    discussion: """
      Contacts may join; '--host' allows one more host, and '--policy anyone' all hosts. A host \
      without permission is reported, with the command that allows it. Other hosts find the \
      session by Bonjour, except with '--hidden'.

      EXAMPLE:
        tenuto net accept
        tenuto net accept --host 192.168.1.9
        tenuto net accept --policy anyone --interface lo
        tenuto net accept --protocol midi2 --secret-file secret
      """)

  @Option(help: "The hosts that may join; by default the policy of 'tenuto net policy'.")
  var policy: NetPolicy?

  @Option(help: ArgumentHelp("Another host that may join.", valueName: "address"))
  var host: [String] = []

  @Flag(help: "Does not advertise the session on the local network.")
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
