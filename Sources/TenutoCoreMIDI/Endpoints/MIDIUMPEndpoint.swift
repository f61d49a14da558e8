internal import Synchronization
internal import TenutoMIDIMessages

/// A source and a destination that are the two directions of one device of Universal MIDI Packets.
///
/// What it says is what the device has said last, asked by the messages of M2-104-UM.
///
/// Thread: any.
public class MIDIUMPEndpoint: @unchecked Sendable {  // all that changes is behind the lock
  struct State: Sendable {
    /// Without its function blocks, which are objects of their own.
    var endpoint: UMPEndpoint
    var source: MIDIEndpointRef = 0
    var destination: MIDIEndpointRef = 0
    var blocks: [MIDIUMPFunctionBlock] = []
  }

  let state: Mutex<State>
  /// What kind of device it is, if that is known.
  public let endpointType: MIDIUMPCIObjectBackingType

  init(_ state: State, type: MIDIUMPCIObjectBackingType) {
    self.state = Mutex(state)
    endpointType = type
  }

  var description: UMPEndpoint { state.withLock { $0.endpoint } }

  /// The function blocks of the endpoint, none if it did not name any.
  public var functionBlocks: [MIDIUMPFunctionBlock] { state.withLock { $0.blocks } }
}

extension MIDIUMPEndpoint {
  /// The endpoint's name, at most 98 bytes.
  public var name: String { description.name }

  /// The protocol that the endpoint uses now.
  public var midiProtocol: MIDIProtocolID {
    description.configuration.umpProtocol == .midi2 ? ._2_0 : ._1_0
  }

  /// The protocols that the endpoint can use.
  public var supportedMIDIProtocols: MIDIUMPProtocolOptions {
    MIDIUMPProtocolOptions(rawValue: description.protocols.rawValue)
  }

  /// Where to send to, 0 while the endpoint is not enabled.
  public var midiDestination: MIDIEndpointRef { state.withLock { $0.destination } }

  /// Where the endpoint's messages come from, 0 while it is not enabled.
  public var midiSource: MIDIEndpointRef { state.withLock { $0.source } }

  /// Maker and model; all 0 if the endpoint did not say.
  public var deviceInfo: MIDI2DeviceInfo {
    let nothing = DeviceIdentity(
      manufacturer: ManufacturerID(0), family: 0, model: 0, softwareRevision: 0)
    return MIDI2DeviceInfo(description.identity ?? nothing)
  }

  /// A serial number or the like, at most 42 characters of ASCII; empty if there is none.
  public var productInstanceID: String { description.productInstanceID }

  /// Whether the function blocks stay as they are.
  public var hasStaticFunctionBlocks: Bool { description.hasStaticFunctionBlocks }

  /// Whether the endpoint can make use of jitter reduction timestamps.
  public var hasJRTSReceiveCapability: Bool { description.jitterReduction.contains(.receives) }

  /// Whether the endpoint can send jitter reduction timestamps.
  public var hasJRTSTransmitCapability: Bool { description.jitterReduction.contains(.transmits) }
}

extension MIDIUMPEndpoint: Hashable {
  /// Tells whether two references are to the same object.
  public static func == (left: MIDIUMPEndpoint, right: MIDIUMPEndpoint) -> Bool { left === right }

  /// Adds which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
