import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net`: MIDI over the network.
struct NetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "net",
    abstract: "Sends and receives MIDI over the network.",
    discussion: """
      A session speaks AppleMIDI, as macOS, iOS, and rtpMIDI for Windows do. It is two MIDI ports \
      of JACK: what is sent to its 'in' goes to all hosts, what they send leaves its 'out'. Lost \
      packets are made good.

      EXAMPLE:
        tenuto net connect 192.168.1.7
        tenuto net contacts add studio 192.168.1.8
        tenuto net accept --interface eth0
        tenuto net connect studio
        tenuto net browse
        tenuto net status
      """,
    subcommands: [
      NetConnectCommand.self, NetAcceptCommand.self, NetBrowseCommand.self, NetListCommand.self,
      NetStatusCommand.self, NetDisconnectCommand.self, NetPolicyCommand.self,
      NetContactsCommand.self,
    ])
}

/// What a session is opened with.
struct NetSessionOptions: ParsableArguments {
  @Option(help: "The name that other hosts see.")
  var name = "Tenuto"

  @Option(help: "The UDP port, the next one is taken too; 0 is any.")
  var port = MIDINetworkHost.defaultPort

  @Option(help: "The network interface; all, if not told.")
  var interface: String?

  @Option(
    help: ArgumentHelp(
      "Which hosts may send and get System Exclusive messages.", valueName: "policy"))
  var sysex = NetPolicy.contacts

  @Option(help: ArgumentHelp("A MIDI port whose events are sent.", valueName: "jack-port"))
  var from: [String] = []

  @Option(help: ArgumentHelp("A MIDI port that plays what comes.", valueName: "jack-port"))
  var to: [String] = []

  @OptionGroup var length: MIDILengthOption

  @OptionGroup var server: MIDIServerOption

  func validate() throws {
    guard port < .max else { throw ValidationError("'--port' is a number up to 65534") }
  }
}

/// Which hosts a policy is about, as users name it.
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
