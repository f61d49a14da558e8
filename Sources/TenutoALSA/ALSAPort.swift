internal import CALSA

/// A port of another client of the ALSA sequencer: a keyboard, a synthesizer, another program.
///
/// The counterpart in Core MIDI is an endpoint (`MIDIEndpointRef`).
public struct ALSAPort: Sendable, Hashable {
  /// The number of its client; a client that returns may have another one.
  public let clientNumber: Int
  /// The number of the port in its client.
  public let portNumber: Int
  /// The client's name, usually that of the device.
  public let clientName: String
  /// The port's name.
  public let portName: String
  /// Whether others can receive from it.
  public let isSource: Bool
  /// Whether others can send to it.
  public let isDestination: Bool
  /// Whether it belongs to a sound card, as hardware does.
  public let isHardware: Bool
  /// Whether it is `Midi Through`, which repeats what it is sent, and closes circles if everything is
  /// connected to everything.
  public let isThrough: Bool

  /// The client's and the port's name, as in JACK: `nanoKEY2:nanoKEY2 MIDI 1`.
  public var name: String { "\(clientName):\(portName)" }

  /// Whether it has the direction that connects it to an own port: a source to an input.
  public func fits(_ direction: ALSAClient.Direction) -> Bool {
    direction == .input ? isSource : isDestination
  }

  var address: ALSAAddress {
    ALSAAddress(client: Int32(clientNumber), port: Int32(portNumber))
  }

  /// Reads an entry of the sequencer; nil for a port that is not meant to be connected by others.
  init?(_ port: calsa_port) {
    guard port.is_private == 0, port.is_source != 0 || port.is_destination != 0 else { return nil }
    clientNumber = Int(port.client)
    portNumber = Int(port.port)
    clientName = Self.text(port.client_name)
    portName = Self.text(port.name)
    isSource = port.is_source != 0
    isDestination = port.is_destination != 0
    isHardware = port.is_hardware != 0
    isThrough = port.is_through != 0
  }

  /// Copies a name, which another program has chosen.
  private static func text<T>(_ tuple: T) -> String {
    unsafe withUnsafeBytes(of: tuple) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The numbers of a port, which are given again when it has gone.
struct ALSAAddress: Hashable, Sendable {
  let client: Int32
  let port: Int32
}
