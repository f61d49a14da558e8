import TenutoControl
import TenutoMIDIMessages
import TenutoNetworkMIDI
import TenutoNetworkPorts

extension NetworkSessionRecord {
  /// Describes a session that this process keeps open.
  init(_ session: MIDINetworkSession, _ ports: MIDINetworkPorts, called name: String) {
    self.init(
      session: name, name: session.networkName,
      networkProtocol: NetProtocol(session.networkProtocol).rawValue, port: session.networkPort,
      policy: NetPolicy(session.connectionPolicy).rawValue, midiInput: ports.portNames.input,
      midiOutput: ports.portNames.output, peers: session.peers.map { NetworkPeerRecord($0) },
      waiting: session.waitingHosts.map {
        NetworkWaitingRecord(name: $0.name, address: $0.address)
      })
  }
}

extension NetworkPeerRecord {
  init(_ peer: MIDINetworkPeer) {
    self.init(
      name: peer.host.name, address: peer.host.address, port: peer.host.port,
      isConnected: peer.isConnected, isInvited: peer.isInvited,
      systemExclusive: NetworkSystemExclusiveRecord(
        received: peer.systemExclusive.received.rawValue,
        sent: peer.systemExclusive.sent.rawValue, refused: peer.systemExclusiveRefused))
    roundTrip = peer.roundTrip.map { $0 * 1000 }
    (jitter, delay) = (peer.jitter * 1000, peer.delay * 1000)
    (sent, received, lost) = (peer.sent, peer.received, peer.lost)
    (recovered, late) = (peer.recovered, peer.late)
    endpoint = peer.umpEndpoint.map { NetworkEndpointRecord($0) }
  }

  var host: MIDINetworkHost { MIDINetworkHost(name: name, address: address, port: port) }
}

extension NetworkEndpointRecord {
  init(_ endpoint: UMPEndpoint) {
    self.init(
      name: endpoint.name, productInstanceID: endpoint.productInstanceID,
      functionBlocks: endpoint.functionBlocks.map { block in
        FunctionBlock(
          number: block.info.number.intValue, name: block.name,
          firstGroup: Int(block.info.firstGroup) + 1, groupCount: Int(block.info.groupCount),
          isActive: block.info.isActive)
      })
  }
}

extension NetPolicy: Codable {
  init(_ policy: MIDINetworkConnectionPolicy) {
    switch policy {
    case .noOne: self = .noOne
    case .hostsInContactList: self = .contacts
    case .anyone: self = .anyone
    }
  }
}
