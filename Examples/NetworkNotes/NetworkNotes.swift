import ArgumentParser
import TenutoMIDI
import TenutoNetworkMIDI

/// Plays a scale to a host on the network, and prints the notes that come back.
@main
struct NetworkNotes: AsyncParsableCommand {
  @Argument(help: "The address of a host that accepts sessions.")
  var address: String

  @Option(help: "Its UDP port.")
  var port = MIDINetworkHost.defaultPort

  func run() async throws {
    let session = MIDINetworkSession(name: "Network Notes", port: 0, contactsFile: "")
    session.setReceiver { packets, _ in
      for packet in packets where packet.ump.opcode == 0x9 { print("note \(packet.ump.data1)") }
    }
    try session.enable()
    defer { session.disable() }

    let notifications = session.notifications()
    let host = MIDINetworkHost(name: "", address: address, port: port)
    guard session.addConnection(MIDINetworkConnection(host: host)) else {
      throw ValidationError("\(address) has no address")
    }
    for await notification in notifications {
      if case .connectionFailed(_, let reason) = notification { throw ValidationError(reason) }
      if session.peers.contains(where: \.isConnected) { break }
    }
    for note: UInt32 in [60, 62, 64, 65, 67, 69, 71, 72] {
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_0064 | note << 8))])
      try await Task.sleep(for: .milliseconds(200))
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2080_0040 | note << 8))])
    }
  }
}
