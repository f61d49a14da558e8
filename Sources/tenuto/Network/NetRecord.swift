import TenutoMIDIMessages
import TenutoNetworkMIDI
import TenutoNetworkPorts

/// A session that `tenuto net connect` or `accept` keeps open, as other commands see it.
struct NetRecord: Codable {
  /// A host that takes part.
  struct Peer: Codable {
    let name: String
    let address: String
    let port: UInt16
    let isConnected: Bool
    let isInvited: Bool
    /// In milliseconds; nil before the first clock exchange.
    let roundTrip: Double?
    /// In milliseconds.
    let jitter: Double
    /// In milliseconds.
    let delay: Double
    let sent: UInt64
    let received: UInt64
    let lost: UInt64
    let recovered: UInt64
    let late: UInt64
    let systemExclusive: SystemExclusive
    /// What the host has told by discovery; nil in AppleMIDI.
    let endpoint: Endpoint?

    init(_ peer: MIDINetworkPeer) {
      (name, address, port) = (peer.host.name, peer.host.address, peer.host.port)
      (isConnected, isInvited) = (peer.isConnected, peer.isInvited)
      roundTrip = peer.roundTrip.map { $0 * 1000 }
      (jitter, delay) = (peer.jitter * 1000, peer.delay * 1000)
      (sent, received, lost) = (peer.sent, peer.received, peer.lost)
      (recovered, late) = (peer.recovered, peer.late)
      systemExclusive = SystemExclusive(peer)
      endpoint = peer.umpEndpoint.map { Endpoint($0) }
    }

    var host: MIDINetworkHost { MIDINetworkHost(name: name, address: address, port: port) }
  }

  /// Which System Exclusive messages pass: `none`, `limited` or `unlimited`.
  struct SystemExclusive: Codable {
    let received: String
    let sent: String
    /// Messages that were stopped, in both directions.
    let refused: UInt64

    init(_ peer: MIDINetworkPeer) {
      received = peer.systemExclusive.received.rawValue
      sent = peer.systemExclusive.sent.rawValue
      refused = peer.systemExclusiveRefused
    }
  }

  /// The endpoint of a host that speaks Network MIDI 2.0.
  struct Endpoint: Codable {
    struct FunctionBlock: Codable {
      let number: Int
      let name: String
      /// The first group, 1 to 16, and the number of groups.
      let firstGroup: Int
      let groupCount: Int
      let isActive: Bool
    }

    let name: String
    let productInstanceID: String
    let functionBlocks: [FunctionBlock]

    init(_ endpoint: UMPEndpoint) {
      (name, productInstanceID) = (endpoint.name, endpoint.productInstanceID)
      functionBlocks = endpoint.functionBlocks.map { block in
        FunctionBlock(
          number: block.info.number.intValue, name: block.name,
          firstGroup: Int(block.info.firstGroup) + 1, groupCount: Int(block.info.groupCount),
          isActive: block.info.isActive)
      }
    }
  }

  /// A host that waits for being accepted.
  struct Waiting: Codable {
    let name: String
    let address: String
  }

  /// What commands call the session.
  let session: String
  /// The name that other hosts see.
  let name: String
  let networkProtocol: NetProtocol
  let port: UInt16
  let policy: String
  let midiInput: String
  let midiOutput: String
  let peers: [Peer]
  let waiting: [Waiting]

  private enum CodingKeys: String, CodingKey {
    case session, name, port, policy, midiInput, midiOutput, peers, waiting
    case networkProtocol = "protocol"
  }

  init(_ session: MIDINetworkSession, _ ports: MIDINetworkPorts, called name: String) {
    self.session = name
    self.name = session.networkName
    networkProtocol = NetProtocol(session.networkProtocol)
    port = session.networkPort
    policy = NetPolicy(session.connectionPolicy).rawValue
    (midiInput, midiOutput) = ports.portNames
    peers = session.peers.map { Peer($0) }
    waiting = session.waitingHosts.map { Waiting(name: $0.name, address: $0.address) }
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
