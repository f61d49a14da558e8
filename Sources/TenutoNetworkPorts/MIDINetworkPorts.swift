public import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages
public import TenutoNetworkMIDI

/// A network session's two endpoints as MIDI ports of JACK, where every MIDI manager finds them.
///
/// What arrives at the port `in` goes to all peers, at the time of its frame; what peers send
/// leaves the port `out`, to the frame as well.
///
/// Thread: any but render.
public final class MIDINetworkPorts: Sendable {
  private let client: MIDIPortClient
  private let session: MIDINetworkSession
  private let output: MIDIPort

  /// Opens a client with the two ports, and takes the session's receiver.
  ///
  /// - Parameters:
  ///   - session: The session, which may be enabled before or after.
  ///   - clientName: The name of the client in JACK.
  ///   - serverName: The JACK server, nil for the default one.
  /// - Throws: As `MIDIPortClient.init` and its methods that add ports.
  public init(
    session: MIDINetworkSession, clientName: String = "network-midi", serverName: String? = nil
  ) throws(JACKError) {
    self.session = session
    if session.umpEndpoint == nil { session.umpEndpoint = Self.endpoint(of: session) }
    client = try MIDIPortClient(name: clientName, serverName: serverName)
    var traits = MIDIPortTraits()
    traits.group = session.networkName
    traits.prettyName = "\(session.networkName) (from the network)"
    output = try client.addOutput(named: "out", traits: traits)
    traits.prettyName = "\(session.networkName) (to the network)"
    _ = try client.addInput(named: "in", traits: traits) { [weak session] arrival in
      session?.send(arrival.events)
    }
    session.setReceiver { [weak self] packets, _ in self?.play(packets) }
  }

  /// What peers of Network MIDI 2.0 learn by discovery: one function block, the two ports.
  private static func endpoint(of session: MIDINetworkSession) -> UMPEndpoint {
    var endpoint = UMPEndpoint(name: session.networkName, protocols: [.midi1, .midi2])
    endpoint.productInstanceID = session.productInstanceID
    let block = FunctionBlockInfo(
      number: 0, direction: .bidirectional, firstGroup: 0, groupCount: 1)
    endpoint.functionBlocks = [UMPFunctionBlock(block, name: session.networkName)]
    return endpoint
  }

  /// Whether the JACK server runs.
  public var isOpen: Bool { client.isOpen }

  /// The full names of the ports in JACK: where to send, and where to listen.
  public var portNames: (input: String, output: String) {
    ("\(client.name):in", "\(client.name):out")
  }

  /// Sends what a port of others gives to the network.
  ///
  /// - Throws: As `MIDIPortClient.connect(source:destination:)`.
  public func connect(source: String) throws(JACKError) {
    try client.connect(source: source, destination: portNames.input)
  }

  /// Has a port of others play what comes from the network.
  ///
  /// - Throws: As `MIDIPortClient.connect(source:destination:)`.
  public func connect(destination: String) throws(JACKError) {
    try client.connect(source: portNames.output, destination: destination)
  }

  /// Takes the ports out of the graph; the session goes on without them.
  public func close() {
    session.setReceiver(nil)
    client.close()
  }

  /// Packets that the port has no room for are dropped, and counted by it as refused.
  private func play(_ packets: [HostTimedUMP]) { client.send(packets, from: output) }
}
