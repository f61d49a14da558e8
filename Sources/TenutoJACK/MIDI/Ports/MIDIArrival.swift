public import TenutoMIDI

/// The events that arrived at one input, in the order of arrival.
public struct MIDIArrival: Sendable {
  /// The input.
  public let port: MIDIPort
  /// The packets, each at the host time of its frame.
  ///
  /// Events that arrived as bytes are MIDI 1.0 protocol (types 1, 2 and 3) in group 0. This also
  /// applies to an input of packets that is connected to an output of bytes. A System Exclusive
  /// message may be spread over several arrivals.
  public let events: [HostTimedUMP]
}

/// Handles the events that arrived at an input.
///
/// Called on the input's `MIDIReceiverThread`, never on a thread of JACK: it may allocate, lock and
/// be slow. Capture the owner of the client weakly.
public typealias MIDIArrivalHandler = @Sendable (MIDIArrival) -> Void
