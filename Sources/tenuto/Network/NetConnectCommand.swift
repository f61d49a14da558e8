import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net connect`: invites hosts, and keeps their sessions.
struct NetConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect",
    abstract: "Opens sessions with other hosts until Ctrl-C.",
    discussion: """
      A host is the name of a contact, or an address with or without a port. The session keeps \
      inviting a host that does not answer or is lost.

      EXAMPLE:
        tenuto net connect 192.168.1.7
        tenuto net connect 192.168.1.9:5673 --protocol midi2 --secret-file secret
        tenuto net connect studio '[fe80::1%eth0]:5006' --from keyboard:out --to synth:in
      """)

  @Argument(help: "The hosts.")
  var hosts: [String]

  @OptionGroup var options: NetSessionOptions

  func run() throws {
    let session = try options.session()
    let found = try hosts.map { try NetHostArgument.host($0, among: session.contacts()) }
    // Only the hosts that were named.
    session.connectionPolicy = .noOne
    try NetRun(session, options).run {
      for host in found where !session.addConnection(MIDINetworkConnection(host: host)) {
        throw Failure.work("The host \(host.address.printable) has no address; check its name.")
      }
    }
  }
}

/// A host argument.
enum NetHostArgument {
  /// Returns the host of a contact's name or an address.
  static func host(
    _ text: String, among contacts: Set<MIDINetworkHost>
  ) throws -> MIDINetworkHost {
    let named = contacts.filter { $0.name == text }
    guard named.count < 2 else {
      throw Failure.usage("\(named.count) contacts are named '\(text)'; use an address.")
    }
    return try named.first ?? host(text)
  }

  /// Parses an address with or without a port: `host`, `host:port`, `[address]` or
  /// `[address]:port`.
  static func host(_ text: String, name: String = "") throws -> MIDINetworkHost {
    var (address, rest) = (text[...], ""[...])
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      address = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
      (address, rest) = (text[..<colon], text[colon...])
    }
    guard !address.isEmpty, rest.isEmpty || rest.hasPrefix(":"),
      let port = rest.isEmpty ? MIDINetworkHost.defaultPort : UInt16(rest.dropFirst()), port > 0
    else {
      throw Failure.usage(
        "'\(text.printable)' is not a host; give an address, and ':5004' if needed.")
    }
    return MIDINetworkHost(name: name, address: String(address), port: port)
  }
}
