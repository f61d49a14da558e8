/// The ports of a host's JACK server: the answer to `GET /v1/jack`.
package struct JACKPortsRecord: Codable, Sendable, Equatable {
  /// In the server's order, audio before MIDI.
  package var ports: [JACKPortRecord]
  /// The connections in which a port of another program takes part.
  package var connections: [JACKConnectionRecord]
}

/// A port in JACK: of a node, or of another program.
package struct JACKPortRecord: Codable, Sendable, Equatable {
  /// The full name, such as `system:playback_1`.
  package var name: String
  /// `audio` or `midi`.
  package var kind: String
  /// `input` or `output`, as its client sees it.
  package var direction: String
  /// Whether it is a physical connector.
  package var isPhysical: Bool
  /// The node that it belongs to; nil for a port of another program.
  package var node: String?
  /// The audio bus of the node, from 0; nil for a port of another program.
  package var bus: Int?
  /// The channel of the bus, or the MIDI port, from 0; nil for a port of another program.
  package var channel: Int?
}

/// A connection in JACK.
package struct JACKConnectionRecord: Codable, Sendable, Equatable {
  /// The output's full name.
  package var from: String
  /// The input's full name.
  package var to: String
  /// The node that has this output; nil for another program's.
  ///
  /// If a graph's audio output stands for other programs' ports that a node is connected to, then
  /// this is that output.
  package var source: String?
  /// The node that has this input; nil for another program's.
  package var destination: String?
}

/// Two ports of JACK by their full names: the body of `POST /v1/jack/connections`.
package struct JACKConnectionRequest: Codable, Sendable, Equatable {
  /// The output.
  package var from: String
  /// The input.
  package var to: String

  /// States two ports.
  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}
