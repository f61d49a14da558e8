public import TenutoMIDIMessages

/// A virtual input of a manager: others send to it.
public final class MIDIInput: Sendable {
  /// The name that others see.
  public let name: String
  private let made: ManagerSession.MadeEndpoint
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

  /// The number by which others find it again.
  public var uniqueID: MIDIIdentifier? { made.record.uniqueID }

  /// What the port speaks: MIDI 1.0 bytes, or Universal MIDI Packets if the server keeps them.
  public var midiProtocol: MIDIProtocolVersion { made.port.midiProtocol }

  /// The input as others see it.
  public var endpoint: MIDIInputEndpoint? {
    MIDIInputEndpoint(session.directory.endpoint(uniqueID: made.record.uniqueID) ?? made.record)
  }

  /// What came in, and what was lost.
  public var counters: MIDIPortCounters { session.client.counters(of: made.port) }

  /// Has another receiver get what comes from now on.
  public func setReceiver(_ receiver: MIDIReceiver) { receiving.setReceiver(receiver) }

  func dispose() { session.removeEndpoint(made) }
}
