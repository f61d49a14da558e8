import TenutoJACK
import TenutoNetworkMIDI
import TenutoNetworkPorts
import TenutoTransport

/// Runs a network session in the foreground: reports events, and ends with Ctrl-C.
struct NetRun {
  private let session: MIDINetworkSession
  private let options: NetSessionOptions

  init(_ session: MIDINetworkSession, _ options: NetSessionOptions) {
    self.session = session
    self.options = options
  }

  /// Opens the session with its ports, calls `begin`, and waits for the end.
  ///
  /// - Throws: `JACKError`, `NetworkMIDIError`, or the error of `begin`.
  func run(begin: () throws -> Void) throws {
    SignalTrap.install()
    session.systemExclusivePolicy = options.sysex.policy
    let ports = try MIDINetworkPorts(session: session, serverName: options.server.server)
    defer { ports.close() }
    for port in options.from { try ports.connect(source: port) }
    for port in options.to { try ports.connect(destination: port) }
    session.notificationHandler = { Self.notify($0) }
    try enable()
    defer { session.disable() }
    // The session works without its socket; other commands just cannot reach it.
    let server = try? NetServer(session, ports)
    defer { _ = consume server }
    let port = session.networkPort
    let place =
      session.networkProtocol == .appleMIDI ? "ports \(port) and \(port + 1)" : "port \(port)"
    Output.note(
      "'\(session.networkName.printable)' is open at UDP \(place); its MIDI ports are "
        + "\(ports.portNames.input) and \(ports.portNames.output).")
    try begin()
    try wait(ports)
  }

  private func enable() throws {
    do {
      try session.enable()
    } catch {
      throw Failure.work(error.description)
    }
  }

  private static func notify(_ notification: MIDINetworkSession.Notification) {
    switch notification {
    case .sessionDidChange, .contactsDidChange, .hostIsWaiting: break
    case .connectionFailed(let host, let reason):
      Output.note("\(host.description.printable): \(reason)")
    }
  }

  /// Watches the peers until the end, and prints their statistics.
  private func wait(_ ports: MIDINetworkPorts) throws {
    let end = options.length.seconds.map { MonotonicTime.now.nanoseconds + UInt64($0 * 1e9) }
    var known: [Int: MIDINetworkPeer] = [:]
    var waiting: Set<MIDINetworkHost> = []
    while !SignalTrap.isStopRequested, end.map({ MonotonicTime.now.nanoseconds < $0 }) ?? true {
      guard ports.isOpen else {
        throw Failure.work("The JACK server has ended; start it and connect again.")
      }
      let peers = session.peers.filter(\.isConnected)
      for peer in peers where known[peer.id] == nil { try Output.line("+ \(text(peer.host))") }
      for (id, peer) in known where !peers.contains(where: { $0.id == id }) { try leave(peer) }
      known = Dictionary(uniqueKeysWithValues: peers.map { ($0.id, $0) })
      let new = Set(session.waitingHosts)
      for host in new.subtracting(waiting) {
        Output.note(
          "\(text(host)) asks to join; 'tenuto net contacts add NAME \(host.address)' allows it.")
      }
      waiting = new
      MIDIOutlet.pause()
    }
    for peer in session.peers where peer.isConnected { try leave(peer) }
  }

  private func text(_ host: MIDINetworkHost) -> String { host.description.printable }

  private func leave(_ peer: MIDINetworkPeer) throws {
    let roundTrip = peer.roundTrip.map { "\(Numbers.fixed($0 * 1000, places: 1)) ms" } ?? "unknown"
    try Output.line(
      "- \(text(peer.host)): round trip \(roundTrip), "
        + "jitter \(Numbers.fixed(peer.jitter * 1000, places: 2)) ms, \(peer.sent) packets sent, "
        + "\(peer.received) received, \(peer.lost) lost, \(peer.recovered) messages recovered, "
        + "\(peer.late) late")
  }
}
