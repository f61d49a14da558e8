internal import TenutoJACK
internal import TenutoMIDI

/// The JACK client with the two ports of an enabled endpoint of this process.
final class UMPResponder: Sendable {
  let source: EndpointObject
  let destination: EndpointObject
  /// The MIDI-CI responder.
  let capability: CIResponder
  private let client: ClientObject

  /// Opens the client and its ports.
  init(_ endpoint: MIDIUMPMutableEndpoint) throws(MIDIError) {
    let name = endpoint.name.isEmpty ? "endpoint" : endpoint.name
    let client = try asMIDIError { () throws(JACKError) in try Self.openClient(name) }
    do throws(MIDIError) {
      let thread = client.thread
      let reception = Reception(
        reader: Reader(.arrivals { [weak endpoint] in endpoint?.take($0.events, on: thread) }))
      (source, destination) = try asMIDIError { () throws(JACKError) in
        (
          try Setup.shared.addEndpoint(
            .source(isUMP: true), client, name: name, shortName: "out", group: name),
          try Setup.shared.addEndpoint(
            .destination(reception, isUMP: true), client, name: name, shortName: "in", group: name)
        )
      }
      guard source.isUMP, destination.isUMP else { throw MIDIError(status: kMIDINotPermitted) }
    } catch {
      Setup.shared.dispose(of: client)
      throw error
    }
    self.client = client
    capability = CIResponder(endpoint, transmission: source.virtual?.transmission)
    speak(endpoint.midiProtocol)
  }

  private static func openClient(_ name: String) throws(JACKError) -> ClientObject {
    try Setup.shared.openDirectory()
    let client = try ClientObject.open(name: name, listener: NotificationListener())
    _ = Setup.shared.add { .client(client) }
    return client
  }

  /// Closes the client with its ports.
  func close() {
    capability.close()
    Setup.shared.dispose(of: client)
  }

  /// Sends packets out of the source.
  func send(_ packets: [UMP]) {
    guard !packets.isEmpty else { return }
    _ = source.virtual?.transmission.send(packets.map { HostTimedUMP(hostTime: 0, ump: $0) })
  }

  /// Sets the protocol that the program's messages are translated to.
  func speak(_ wanted: MIDIProtocolID) { source.virtual?.transmission.speak(wanted) }
}
