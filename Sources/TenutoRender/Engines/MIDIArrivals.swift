public import TenutoMIDI

/// MIDI that has come in from outside, for who controls and not for who plays: controllers.
public struct MIDIArrivals: Sendable {
  /// A packet, and the MIDI input of the graph that it came in at.
  public struct Packet: Sendable, Equatable {
    /// The MIDI input.
    public var node: Graph.NodeID
    /// What came in, in MIDI 2.0 protocol.
    public var packet: UMP

    /// States a packet.
    public init(node: Graph.NodeID, packet: UMP) {
      self.node = node
      self.packet = packet
    }
  }

  /// In the order in which they came in.
  public var packets: [Packet] = []
  /// Packets since the last ones that found no room, because nobody took those before.
  public var lostCount = 0

  /// None.
  public init() {}

  /// Whether there is nothing to tell.
  public var isEmpty: Bool { packets.isEmpty && lostCount == 0 }
}

extension GraphEngine {
  /// Nothing comes in.
  public func takeMIDI(milliseconds: UInt64) -> MIDIArrivals? { nil }
}
