internal import Synchronization
internal import TenutoMIDIMessages

/// A MIDI-CI device that has answered the library's discovery.
///
/// Thread: any.
public final class MIDICIDevice: Sendable {
  /// The connection to the device.
  struct Route: Sendable, Hashable {
    let source: MIDIEndpointRef
    let destination: MIDIEndpointRef
    let group: UInt8
  }

  private struct State: Sendable {
    var peer: CIPeer
    var profiles: [MIDIUMPCIProfile] = []
  }

  let route: Route
  /// The device's MUID, 28 bits.
  public let muid: MIDICIMUID
  /// The type of device, if known.
  public let deviceType: MIDICIDeviceType
  private let state: Mutex<State>

  init(_ peer: CIPeer, route: Route, type: MIDICIDeviceType) {
    self.route = route
    muid = peer.muid.value.rawValue
    deviceType = type
    state = Mutex(State(peer: peer))
  }

  var peer: CIPeer {
    get { state.withLock { $0.peer } }
    set { state.withLock { $0.peer = newValue } }
  }

  /// The profiles that the device has reported.
  public internal(set) var profiles: [MIDIUMPCIProfile] {
    get { state.withLock { $0.profiles } }
    set { state.withLock { $0.profiles = newValue } }
  }
}

extension MIDICIDevice {
  private var categories: CICategories { peer.discovery.categories }

  /// The manufacturer, model and revision.
  public var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(peer.discovery.identity) }

  /// Whether the device supports protocol negotiation, which MIDI-CI 1.2 has deprecated.
  public var supportsProtocolNegotiation: Bool { categories.contains(.protocolNegotiation) }

  /// Whether the device supports profile configuration.
  public var supportsProfileConfiguration: Bool { categories.contains(.profiles) }

  /// Whether the device supports property exchange.
  public var supportsPropertyExchange: Bool { categories.contains(.properties) }

  /// Whether the device supports process inquiry.
  public var supportsProcessInquiry: Bool { categories.contains(.processes) }

  /// The longest SysEx that the device accepts, in bytes.
  public var maxSysExSize: Int { peer.discovery.maximumSysExSize.intValue }

  /// Number of property exchange requests that the device handles at once; 0 until it is known.
  public var maxPropertyExchangeRequests: Int { peer.simultaneousPropertyRequests?.intValue ?? 0 }
}

extension MIDICIDevice: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: MIDICIDevice, right: MIDICIDevice) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
