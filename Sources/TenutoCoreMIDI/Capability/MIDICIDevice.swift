internal import Synchronization
internal import TenutoMIDIMessages

/// A device of MIDI-CI that has answered to the library.
///
/// Thread: any.
public final class MIDICIDevice: Sendable {
  /// How the device is reached.
  struct Way: Sendable, Hashable {
    let source: MIDIEndpointRef
    let destination: MIDIEndpointRef
    let group: UInt8
  }

  private struct State: Sendable {
    var peer: CIPeer
    var profiles: [MIDIUMPCIProfile] = []
  }

  let way: Way
  /// The number by which the device is known, 28 bits.
  public let muid: MIDICIMUID
  /// What kind of device it is, if that is known.
  public let deviceType: MIDICIDeviceType
  private let state: Mutex<State>

  init(_ peer: CIPeer, way: Way, type: MIDICIDeviceType) {
    self.way = way
    muid = peer.muid.value.rawValue
    deviceType = type
    state = Mutex(State(peer: peer))
  }

  var peer: CIPeer {
    get { state.withLock { $0.peer } }
    set { state.withLock { $0.peer = newValue } }
  }

  /// The profiles that the device has said that it has.
  public internal(set) var profiles: [MIDIUMPCIProfile] {
    get { state.withLock { $0.profiles } }
    set { state.withLock { $0.profiles = newValue } }
  }
}

extension MIDICIDevice {
  private var categories: CICategories { peer.discovery.categories }

  /// Maker, model and revision.
  public var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(peer.discovery.identity) }

  /// Whether the device takes part in protocol negotiation, which MIDI-CI 1.2 has given up.
  public var supportsProtocolNegotiation: Bool { categories.contains(.protocolNegotiation) }

  /// Whether the device takes part in profile configuration.
  public var supportsProfileConfiguration: Bool { categories.contains(.profiles) }

  /// Whether the device takes part in property exchange.
  public var supportsPropertyExchange: Bool { categories.contains(.properties) }

  /// Whether the device takes part in process inquiry.
  public var supportsProcessInquiry: Bool { categories.contains(.processes) }

  /// The longest SysEx that the device takes, in bytes.
  public var maxSysExSize: Int { peer.discovery.maximumSysExSize.intValue }

  /// How many requests of property exchange the device answers at once, 0 as long as it did not say.
  public var maxPropertyExchangeRequests: Int { peer.simultaneousPropertyRequests?.intValue ?? 0 }
}

extension MIDICIDevice: Hashable {
  /// Tells whether two references are to the same object.
  public static func == (left: MIDICIDevice, right: MIDICIDevice) -> Bool { left === right }

  /// Adds which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
