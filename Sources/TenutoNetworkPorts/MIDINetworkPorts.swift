public import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages
public import TenutoNetworkMIDI

/// The two MIDI ports of a network session in JACK, visible to every MIDI manager.
///
/// Events at the port `in` go to all peers with the time of their frame; events from peers leave
/// the port `out`, accurate to the frame.
///
/// Thread: any but render.
public final class MIDINetworkPorts: Sendable {
  private let client: MIDIPortClient
  private let session: MIDINetworkSession
  private let output: MIDIPort

  /// Opens a client with the two ports, and becomes the session's receiver.
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

  /// The endpoint that discovery reports to peers of Network MIDI 2.0: one function block, the two
  /// ports.
  private static func endpoint(of session: MIDINetworkSession) -> UMPEndpoint {
    var endpoint = UMPEndpoint(name: session.networkName, protocols: [.midi1, .midi2])
    endpoint.productInstanceID = session.productInstanceID
    let block = FunctionBlockInfo(
      number: 0, direction: .bidirectional, firstGroup: 0, groupCount: 1)
    endpoint.functionBlocks = [UMPFunctionBlock(block, name: session.networkName)]
    return endpoint
  }

  /// Whether the JACK server is running.
  public var isOpen: Bool { client.isOpen }

  /// The full names of the ports in JACK: the input and the output.
  public var portNames: (input: String, output: String) {
    ("\(client.name):in", "\(client.name):out")
  }

  /// Sends the events of another client's port to the network.
  ///
  /// - Throws: As `MIDIPortClient.connect(source:destination:)`.
  public func connect(source: String) throws(JACKError) {
    try client.connect(source: source, destination: portNames.input)
  }

  /// Sends the events from the network to another client's port.
  ///
  /// - Throws: As `MIDIPortClient.connect(source:destination:)`.
  public func connect(destination: String) throws(JACKError) {
    try client.connect(source: portNames.output, destination: destination)
  }

  /// Removes the ports; the session continues without them.
  public func close() {
    session.setReceiver(nil)
    client.close()
  }

  /// Sends packets; packets for which the port has no room are dropped and counted as refused.
  private func play(_ packets: [HostTimedUMP]) { client.send(packets, from: output) }
}
