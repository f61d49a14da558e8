public import TenutoMIDIMessages

/// A virtual output of a manager, to which other programs listen.
public final class MIDIOutput: Sendable {
  /// The name that other programs see.
  public let name: String
  private let made: ManagerSession.CreatedEndpoint
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

  /// The number by which other programs recognise it.
  public var uniqueID: MIDIIdentifier? { made.record.uniqueID }

  /// The port's protocol: MIDI 1.0 bytes, or Universal MIDI Packets if the server supports them.
  public var midiProtocol: MIDIProtocolVersion { made.port.midiProtocol }

  /// The output as other programs see it.
  public var endpoint: MIDIOutputEndpoint? {
    MIDIOutputEndpoint(session.directory.endpoint(uniqueID: made.record.uniqueID) ?? made.record)
  }

  /// Counts of sent and refused events.
  public var counters: MIDIPortCounters { session.client.counters(of: made.port) }

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - event: The event; it is dropped if MIDI 1.0 cannot express it and the port is not MIDI
  ///     2.0.
  ///   - hostTime: Nanoseconds of `CLOCK_MONOTONIC`, exact to the frame; 0 means now.
  /// - Throws: `.connectionError` if the server has ended or the output stays full,
  ///   `.notSupported` for a long SysEx at a later time, or `.jack`.
  public func send(event: MIDIEvent, at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try sending.send([event], at: hostTime)
  }

  /// Sends simultaneous events, in this order; see `send(event:at:)`.
  public func send(events: [MIDIEvent], at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try sending.send(events, at: hostTime)
  }

  /// Sends a note off for each sounding note of this output, and releases pedals.
  ///
  /// Events that wait for a later time are dropped. Removing the output does the same.
  public func releaseNotes() { _ = sending.releaseNotes() }

  func dispose() {
    sending.awaitRelease(sending.releaseNotes())
    session.removeEndpoint(made)
  }
}
