import ArgumentParser
import TenutoNetworkMIDI
import TenutoTransport

/// `tenuto net browse`: lists the hosts on the local network that offer sessions.
struct NetBrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Lists hosts of the local network that offer sessions (Bonjour).",
    discussion: """
      Uses the Avahi daemon if it runs, and otherwise multicast DNS. 'tenuto net connect' takes \
      the addresses; the names are chosen by the hosts.

      EXAMPLE:
        tenuto net browse
        tenuto net browse --seconds 10 --interface eth0
      """)

  @Option(help: ArgumentHelp("The duration of the search.", valueName: "seconds"))
  var seconds = 3.0

  @Option(help: "The network interface; all by default.")
  var interface: String?

  func validate() throws {
    guard (0.1...3600).contains(seconds) else {
      throw ValidationError("'--seconds' must be 0.1 to 3600")
    }
  }

  func run() throws {
    SignalTrap.install()
    let browser = MIDINetworkBrowser(interface: interface)
    defer { browser.stop() }
    do {
      for one in MIDINetworkProtocol.allCases {
        try browser.searchForServices(ofType: one.serviceType)
      }
    } catch {
      throw Failure.work(error.description)
    }
    let end = MonotonicTime.now.nanoseconds + UInt64(seconds * 1e9)
    while !SignalTrap.isStopRequested, MonotonicTime.now.nanoseconds < end { MIDIOutlet.pause() }
    let hosts = browser.hosts
    guard !hosts.isEmpty else { return Output.note("No host offers a session.") }
    var table = Table(["NAME", "PROTOCOL", "ADDRESS", "PORT"])
    for host in hosts {
      let isMIDI2 = host.netServiceType == MIDINetworkProtocol.networkMIDI2.serviceType
      let spoken = isMIDI2 ? NetProtocol.midi2 : .rtp
      table.add([host.name, spoken.rawValue, host.address, "\(host.port)"])
    }
    for line in table.lines { try Output.line(line) }
  }
}
