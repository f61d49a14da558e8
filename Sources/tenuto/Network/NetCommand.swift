import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net`: MIDI over the network.
struct NetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "net",
    abstract: "Sends and receives MIDI over the network.",
    discussion: """
      A session speaks AppleMIDI, like macOS, iOS, and rtpMIDI for Windows, or Network MIDI 2.0 \
      ('--protocol midi2'). It has two JACK MIDI ports: messages to its 'in' go to all hosts, and \
      messages from the hosts come out of its 'out'. Lost packets are recovered.

      EXAMPLE:
        tenuto net connect 192.168.1.7
        tenuto net contacts add studio 192.168.1.8
        tenuto net accept --interface eth0
        tenuto net connect studio
        tenuto net connect 192.168.1.9:5673 --protocol midi2 --secret-file secret
        tenuto net browse
        tenuto net status
      """,
    subcommands: [
      NetConnectCommand.self, NetAcceptCommand.self, NetBrowseCommand.self, NetListCommand.self,
      NetStatusCommand.self, NetDisconnectCommand.self, NetPolicyCommand.self,
      NetContactsCommand.self,
    ])
}

/// Options of a session.
struct NetSessionOptions: ParsableArguments {
  @Option(help: "The name that other hosts see.")
  var name = "Tenuto"

  @Option(name: .customLong("protocol"), help: "The protocol of the session.")
  var networkProtocol = NetProtocol.rtp

  @Option(
    help: ArgumentHelp(
      "A file whose first line is the secret of all hosts, or a user's password (midi2).",
      valueName: "file"))
  var secretFile: String?

  @Option(help: ArgumentHelp("The user whose password is in the file (midi2).", valueName: "name"))
  var user: String?

  @Option(help: "The UDP port, 0 for any; RTP uses the next port too.")
  var port = MIDINetworkHost.defaultPort

  @Option(help: "The network interface; all by default.")
  var interface: String?

  @Option(
    help: ArgumentHelp(
      "The hosts that may exchange System Exclusive messages.", valueName: "policy"))
  var sysex = NetPolicy.contacts

  @Option(help: ArgumentHelp("A MIDI port to send from.", valueName: "jack-port"))
  var from: [String] = []

  @Option(help: ArgumentHelp("A MIDI port that gets received events.", valueName: "jack-port"))
  var to: [String] = []

  @OptionGroup var length: MIDILengthOption

  @OptionGroup var server: MIDIServerOption

  func validate() throws {
    guard port < .max else { throw ValidationError("'--port' must be at most 65534") }
    guard secretFile == nil || networkProtocol == .midi2 else {
      throw ValidationError(
        "'--secret-file' needs '--protocol midi2': RTP sessions have no secrets")
    }
    guard user == nil || secretFile != nil else {
      throw ValidationError("'--user' needs '--secret-file' with the user's password")
    }
  }

  /// Creates the session, which is not enabled yet.
  ///
  /// - Throws: `Failure` if the secret cannot be read.
  func session() throws -> MIDINetworkSession {
    let session = MIDINetworkSession(
      name: name, port: port, interface: interface, networkProtocol: networkProtocol.network)
    guard let secretFile else { return session }
    let bytes = try InputFile.bytes(secretFile)
    let secret = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard !secret.isEmpty else {
      throw Failure.usage("The first line of \(secretFile.printable) is empty; write a secret.")
    }
    session.authentication =
      user.map { .user(name: $0, password: secret) } ?? .sharedSecret(secret)
    return session
  }
}

/// The protocol of a session, as an argument.
enum NetProtocol: String, ExpressibleByArgument, CaseIterable, Codable {
  case rtp
  case midi2

  init(_ networkProtocol: MIDINetworkProtocol) {
    self = networkProtocol == .networkMIDI2 ? .midi2 : .rtp
  }

  var network: MIDINetworkProtocol { self == .midi2 ? .networkMIDI2 : .appleMIDI }
}

/// A connection policy, as an argument.
enum NetPolicy: String, ExpressibleByArgument, CaseIterable {
  case noOne = "no-one"
  case contacts
  case anyone

  var policy: MIDINetworkConnectionPolicy {
    switch self {
    case .noOne: .noOne
    case .contacts: .hostsInContactList
    case .anyone: .anyone
    }
  }
}
