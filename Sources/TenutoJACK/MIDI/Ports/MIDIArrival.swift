public import TenutoMIDI

/// What arrived at one input, in the order of arrival.
public struct MIDIArrival: Sendable {
  /// The input.
  public let port: MIDIPort
  /// The packets, each at the host time of its frame.
  ///
  /// What came as bytes is of MIDI 1.0 protocol (types 1, 2 and 3) in group 0, also at an input of
  /// packets, which others may connect to an output of bytes. A System Exclusive message may be
  /// spread over several arrivals.
  public let events: [HostTimedUMP]
}

/// Takes what arrived at an input.
///
/// Called on the input's `MIDIReceiverThread`, never on a thread of JACK: it may allocate, lock and
/// take its time. Capture the owner of the client weakly.
public typealias MIDIArrivalHandler = @Sendable (MIDIArrival) -> Void
