/// The answer to `GET /v1/network`: the open network MIDI sessions of the user.
package struct NetworkAnswer: Codable, Sendable, Equatable {
  /// The sessions, by name.
  package let sessions: [NetworkSessionRecord]
}

/// A session that `tenuto net connect` or `accept` keeps open.
package struct NetworkSessionRecord: Codable, Sendable, Equatable {
  /// The name of the session in commands.
  package let session: String
  /// The name that other hosts see.
  package let name: String
  /// `rtp` or `midi2`.
  package let networkProtocol: String
  /// The control port.
  package let port: UInt16
  /// `no-one`, `contacts` or `anyone`.
  package let policy: String
  /// The MIDI ports in JACK: the destination and the source.
  package let midiInput: String
  package let midiOutput: String
  /// The hosts that take part or are invited.
  package let peers: [NetworkPeerRecord]
  /// The hosts that wait for acceptance.
  package let waiting: [NetworkWaitingRecord]

  private enum CodingKeys: String, CodingKey {
    case session, name, port, policy, midiInput, midiOutput, peers, waiting
    case networkProtocol = "protocol"
  }

  /// Creates a record.
  package init(
    session: String, name: String, networkProtocol: String, port: UInt16, policy: String,
    midiInput: String, midiOutput: String, peers: [NetworkPeerRecord],
    waiting: [NetworkWaitingRecord]
  ) {
    (self.session, self.name, self.networkProtocol) = (session, name, networkProtocol)
    (self.port, self.policy) = (port, policy)
    (self.midiInput, self.midiOutput) = (midiInput, midiOutput)
    (self.peers, self.waiting) = (peers, waiting)
  }
}

/// A host in a network session, with the quality of its connection.
package struct NetworkPeerRecord: Codable, Sendable, Equatable {
  /// The name that the host announced.
  package var name: String
  package var address: String
  package var port: UInt16
  package var isConnected: Bool
  /// Whether this side invited it.
  package var isInvited: Bool
  /// In milliseconds; nil before the first clock exchange or ping.
  package var roundTrip: Double?
  /// In milliseconds.
  package var jitter: Double
  /// The delay of events, in milliseconds.
  package var delay: Double
  /// Packets.
  package var sent: UInt64
  package var received: UInt64
  package var lost: UInt64
  /// Messages that were restored after a loss.
  package var recovered: UInt64
  /// Events that arrived after their time.
  package var late: UInt64
  package var systemExclusive: NetworkSystemExclusiveRecord
  /// The host's description by discovery; nil in AppleMIDI.
  package var endpoint: NetworkEndpointRecord?

  /// Creates a record of an unknown host.
  package init(
    name: String, address: String, port: UInt16, isConnected: Bool, isInvited: Bool,
    systemExclusive: NetworkSystemExclusiveRecord
  ) {
    (self.name, self.address, self.port) = (name, address, port)
    (self.isConnected, self.isInvited) = (isConnected, isInvited)
    (jitter, delay) = (0, 0)
    (sent, received, lost, recovered, late) = (0, 0, 0, 0, 0)
    self.systemExclusive = systemExclusive
  }
}

/// A host that waits for acceptance.
package struct NetworkWaitingRecord: Codable, Sendable, Equatable {
  package let name: String
  package let address: String

  /// Creates a record.
  package init(name: String, address: String) { (self.name, self.address) = (name, address) }
}

/// The System Exclusive messages that pass: `none`, `limited` (64 KiB) or `unlimited`.
package struct NetworkSystemExclusiveRecord: Codable, Sendable, Equatable {
  package let received: String
  package let sent: String
  /// Messages that were stopped, in both directions.
  package let refused: UInt64

  /// Creates a record.
  package init(received: String, sent: String, refused: UInt64) {
    (self.received, self.sent, self.refused) = (received, sent, refused)
  }
}

/// The endpoint of a host that speaks Network MIDI 2.0.
package struct NetworkEndpointRecord: Codable, Sendable, Equatable {
  /// A function block.
  package struct FunctionBlock: Codable, Sendable, Equatable {
    package let number: Int
    package let name: String
    /// The first group, 1 to 16.
    package let firstGroup: Int
    package let groupCount: Int
    package let isActive: Bool

    /// Creates a record.
    package init(
      number: Int, name: String, firstGroup: Int, groupCount: Int, isActive: Bool
    ) {
      (self.number, self.name, self.isActive) = (number, name, isActive)
      (self.firstGroup, self.groupCount) = (firstGroup, groupCount)
    }
  }

  package let name: String
  package let productInstanceID: String
  package let functionBlocks: [FunctionBlock]

  /// Creates a record.
  package init(name: String, productInstanceID: String, functionBlocks: [FunctionBlock]) {
    (self.name, self.productInstanceID) = (name, productInstanceID)
    self.functionBlocks = functionBlocks
  }
}
