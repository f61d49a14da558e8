public import TenutoMIDI

/// Incoming MIDI for controller maps, separate from the MIDI that the graph plays.
public struct MIDIArrivals: Sendable {
  /// A packet, and the MIDI input of the graph at which it arrived.
  public struct Packet: Sendable, Equatable {
    /// The MIDI input.
    public var node: Graph.NodeID
    /// The MIDI message, in MIDI 2.0 protocol.
    public var packet: UMP

    /// Creates an arrival.
    public init(node: Graph.NodeID, packet: UMP) {
      self.node = node
      self.packet = packet
    }
  }

  /// The packets in the order of arrival.
  public var packets: [Packet] = []
  /// Packets lost since the last read, because the queue was full.
  public var lostCount = 0

  /// Creates an empty list.
  public init() {}

  /// Whether there is nothing to report.
  public var isEmpty: Bool { packets.isEmpty && lostCount == 0 }
}

extension GraphEngine {
  /// Returns nil: this engine has no MIDI input.
  public func takeMIDI(milliseconds: UInt64) -> MIDIArrivals? { nil }
}
