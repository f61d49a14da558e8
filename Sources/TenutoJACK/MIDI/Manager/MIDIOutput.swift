public import TenutoMIDIMessages

/// A virtual output of a manager: others listen to it.
public final class MIDIOutput: Sendable {
  /// The name that others see.
  public let name: String
  private let made: ManagerSession.MadeEndpoint
  private let sending: SendingPort
  private let session: ManagerSession

  init(
    name: String, uniqueID: MIDIIdentifierPersistence, version: MIDIProtocolVersion,
    session: ManagerSession
  ) throws(MIDIIOError) {
    self.name = name
    self.session = session
    made = try session.makeOutput(name, uniqueID, version)
    sending = SendingPort(client: session.client, port: made.port)
  }

  /// The number by which others find it again.
  public var uniqueID: MIDIIdentifier? { made.record.uniqueID }

  /// What the port speaks: MIDI 1.0 bytes, or Universal MIDI Packets if the server keeps them.
  public var midiProtocol: MIDIProtocolVersion { made.port.midiProtocol }

  /// The output as others see it.
  public var endpoint: MIDIOutputEndpoint? {
    MIDIOutputEndpoint(session.directory.endpoint(uniqueID: made.record.uniqueID) ?? made.record)
  }

  /// What went out, and what was refused.
  public var counters: MIDIPortCounters { session.client.counters(of: made.port) }

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - event: What MIDI 1.0 has no words for is left out, unless the port is one of MIDI 2.0.
  ///   - hostTime: Nanoseconds of `CLOCK_MONOTONIC`, honoured to the frame; 0 is now.
  /// - Throws: `.connectionError` if the server has ended or the output stays full,
  ///   `.notSupported` for a long SysEx at a later time, or `.jack`.
  public func send(event: MIDIEvent, at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try sending.send([event], at: hostTime)
  }

  /// Sends events of one time, in this order; see `send(event:at:)`.
  public func send(events: [MIDIEvent], at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try sending.send(events, at: hostTime)
  }

  /// Sends a note off for each note that sounds because of this output, and pedals up.
  ///
  /// What waits for a later time is dropped. Removing the output does this by itself.
  public func releaseNotes() { _ = sending.releaseNotes() }

  func dispose() {
    sending.awaitRelease(sending.releaseNotes())
    session.removeEndpoint(made)
  }
}
