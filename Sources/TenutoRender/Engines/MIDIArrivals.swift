public import TenutoMIDI

/// Incoming MIDI for controller maps, beside what the graph plays.
public struct MIDIArrivals: Sendable {
  /// A packet, and the MIDI input of the graph that it came in at.
  public struct Packet: Sendable, Equatable {
    /// The MIDI input.
    public var node: Graph.NodeID
    /// The MIDI that came in, in MIDI 2.0 protocol.
    public var packet: UMP

    /// States a packet.
    public init(node: Graph.NodeID, packet: UMP) {
      self.node = node
      self.packet = packet
    }
  }

  /// In the order in which they came in.
  public var packets: [Packet] = []
  /// Packets lost since the last read, because the queue was full.
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
