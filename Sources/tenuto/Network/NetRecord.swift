import TenutoNetworkMIDI
import TenutoNetworkPorts

/// The status of a session of `tenuto net connect` or `accept`, for other commands.
struct NetRecord: Codable {
  /// A peer.
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

    init(_ peer: MIDINetworkPeer) {
      (name, address, port) = (peer.host.name, peer.host.address, peer.host.port)
      (isConnected, isInvited) = (peer.isConnected, peer.isInvited)
      roundTrip = peer.roundTrip.map { $0 * 1000 }
      (jitter, delay) = (peer.jitter * 1000, peer.delay * 1000)
      (sent, received, lost) = (peer.sent, peer.received, peer.lost)
      (recovered, late) = (peer.recovered, peer.late)
    }

    var host: MIDINetworkHost { MIDINetworkHost(name: name, address: address, port: port) }
  }

  /// A host that waits for acceptance.
  struct Waiting: Codable {
    let name: String
    let address: String
  }

  /// The session's name in commands.
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
