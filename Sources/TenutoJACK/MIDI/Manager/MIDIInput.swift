public import TenutoMIDIMessages

/// A virtual input of a manager, to which other programs send.
public final class MIDIInput: Sendable {
  /// The name that other programs see.
  public let name: String
  private let made: ManagerSession.CreatedEndpoint
  private let receiving: ReceivingPort
  private let session: ManagerSession

  init(
    name: String, uniqueID: MIDIIdentifierPersistence, version: MIDIProtocolVersion,
    receiver: MIDIReceiver, session: ManagerSession
  ) throws(MIDIIOError) {
    self.name = name
    self.session = session
    receiving = ReceivingPort(
      receiver: receiver, clock: session.parameterClock, version: version)
    made = try session.makeInput(name, uniqueID, version, receiving)
  }

  /// The number by which other programs recognise it.
  public var uniqueID: MIDIIdentifier? { made.record.uniqueID }

  /// The port's protocol: MIDI 1.0 bytes, or Universal MIDI Packets if the server supports them.
  public var midiProtocol: MIDIProtocolVersion { made.port.midiProtocol }

  /// The input as other programs see it.
  public var endpoint: MIDIInputEndpoint? {
    MIDIInputEndpoint(session.directory.endpoint(uniqueID: made.record.uniqueID) ?? made.record)
  }

  /// Counts of received and lost events.
  public var counters: MIDIPortCounters { session.client.counters(of: made.port) }

  /// Sets the receiver of all later events.
  public func setReceiver(_ receiver: MIDIReceiver) { receiving.setReceiver(receiver) }

  func dispose() { session.removeEndpoint(made) }
}
