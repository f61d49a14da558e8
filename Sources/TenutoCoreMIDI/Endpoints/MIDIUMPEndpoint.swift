internal import Synchronization
internal import TenutoMIDIMessages

/// A source and a destination that are the two directions of one UMP device.
///
/// Its properties are those that the device last reported in messages of M2-104-UM.
///
/// Thread: any.
public class MIDIUMPEndpoint: @unchecked Sendable {  // mutable state is guarded by the lock
  struct State: Sendable {
    /// Without its function blocks, which are separate objects.
    var endpoint: UMPEndpoint
    var source: MIDIEndpointRef = 0
    var destination: MIDIEndpointRef = 0
    var blocks: [MIDIUMPFunctionBlock] = []
  }

  let state: Mutex<State>
  /// The type of device, if known.
  public let endpointType: MIDIUMPCIObjectBackingType

  init(_ state: State, type: MIDIUMPCIObjectBackingType) {
    self.state = Mutex(state)
    endpointType = type
  }

  var description: UMPEndpoint { state.withLock { $0.endpoint } }

  /// The function blocks; empty if the endpoint has reported none.
  public var functionBlocks: [MIDIUMPFunctionBlock] { state.withLock { $0.blocks } }
}

extension MIDIUMPEndpoint {
  /// The endpoint's name, at most 98 bytes.
  public var name: String { description.name }

  /// The current protocol.
  public var midiProtocol: MIDIProtocolID {
    description.configuration.umpProtocol == .midi2 ? ._2_0 : ._1_0
  }

  /// The supported protocols.
  public var supportedMIDIProtocols: MIDIUMPProtocolOptions {
    MIDIUMPProtocolOptions(rawValue: description.protocols.rawValue)
  }

  /// The destination, 0 while the endpoint is disabled.
  public var midiDestination: MIDIEndpointRef { state.withLock { $0.destination } }

  /// The source, 0 while the endpoint is disabled.
  public var midiSource: MIDIEndpointRef { state.withLock { $0.source } }

  /// Manufacturer and model; all 0 if unknown.
  public var deviceInfo: MIDI2DeviceInfo {
    let nothing = DeviceIdentity(
      manufacturer: ManufacturerID(0), family: 0, model: 0, softwareRevision: 0)
    return MIDI2DeviceInfo(description.identity ?? nothing)
  }

  /// The product instance id, for example a serial number, up to 42 ASCII characters; may be empty.
  public var productInstanceID: String { description.productInstanceID }

  /// Whether the function blocks never change.
  public var hasStaticFunctionBlocks: Bool { description.hasStaticFunctionBlocks }

  /// Whether the endpoint can receive jitter reduction timestamps.
  public var hasJRTSReceiveCapability: Bool { description.jitterReduction.contains(.receives) }

  /// Whether the endpoint can send jitter reduction timestamps.
  public var hasJRTSTransmitCapability: Bool { description.jitterReduction.contains(.transmits) }
}

extension MIDIUMPEndpoint: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: MIDIUMPEndpoint, right: MIDIUMPEndpoint) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
