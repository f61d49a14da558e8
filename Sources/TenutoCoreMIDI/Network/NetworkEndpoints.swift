// `MIDINetworkSession`, `MIDINetworkHost`, `MIDINetworkConnection` and
// `MIDINetworkConnectionPolicy` have Core MIDI's names in a module without JACK.
@_exported public import TenutoNetworkMIDI
internal import Glibc
internal import TenutoJACK
internal import TenutoNetworkPorts

/// The type of the Bonjour service of AppleMIDI sessions.
public let MIDINetworkBonjourServiceType = MIDINetworkBrowser.appleMIDIServiceType

extension MIDINetworkSession {
  /// Returns the source of the messages from the session's peers, 0 without a JACK server.
  ///
  /// The first call of this method or `destinationEndpoint()` opens the session's ports in JACK,
  /// and may wait a second for them to appear.
  ///
  /// Thread: any but render.
  ///
  /// The corresponding Core MIDI method is `sourceEndpoint()`.
  public func sourceEndpoint() -> MIDIEndpointRef { endpoint(.source) { $0.output } }

  /// Returns the destination whose messages go to all peers, 0 without a JACK server.
  ///
  /// Thread: any but render.
  ///
  /// The corresponding Core MIDI method is `destinationEndpoint()`.
  public func destinationEndpoint() -> MIDIEndpointRef { endpoint(.destination) { $0.input } }

  private func endpoint(
    _ direction: MIDIEndpointDirection,
    _ name: ((input: String, output: String)) -> String
  ) -> MIDIEndpointRef {
    guard let ports = try? openPorts() else { return 0 }
    let wanted = name(ports.portNames)
    // The directory learns of new ports from JACK, a moment after they exist.
    for _ in 0..<100 {
      let known = Setup.shared.endpoints(direction).first { $0.portName == wanted }
      if let known { return known.ref }
      usleep(10_000)
    }
    return 0
  }
}
