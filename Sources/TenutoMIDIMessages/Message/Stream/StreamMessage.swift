public import TenutoMIDI
/// A message of type 15: endpoints' descriptions of themselves, and the structure of clip files.
///
/// The corresponding standard is M2-104-UM, "UMP Stream Messages".
public enum StreamMessage: BitwiseCopyable, Sendable, Hashable {
  /// Requests the endpoint information that the filter selects.
  case endpointDiscovery(version: UMPVersion, filter: EndpointDiscoveryFilter)

  /// The endpoint's capabilities.
  case endpointInfo(EndpointInfo)

  /// Maker and model of the device.
  case deviceIdentity(DeviceIdentity)

  /// A piece of a name or a serial number.
  case text(StreamTextPacket)

  /// Asks the endpoint to use a protocol.
  case streamConfigurationRequest(StreamConfiguration)

  /// The protocol that the endpoint uses from now on.
  case streamConfigurationNotification(StreamConfiguration)

  /// Requests the information that the filter selects about function block `number`, or about all
  /// of them if it is 255.
  case functionBlockDiscovery(number: UInt8, filter: FunctionBlockFilter)

  /// The description of a function block.
  case functionBlockInfo(FunctionBlockInfo)

  /// The music of a clip file begins.
  case startOfClip

  /// The music of a clip file ends.
  case endOfClip
}

extension StreamMessage {
  @_noLocks
  init?(_ ump: UMP) {
    guard let message = Self.text(ump) ?? Self.whole(ump) else { return nil }
    self = message
  }

  /// Reads a message that can have several packets.
  @_noLocks
  private static func text(_ ump: UMP) -> StreamMessage? {
    switch ump.word0 >> 16 & 0x3FF {
    case 0x03: .text(StreamTextPacket(kind: .endpointName, ump))
    case 0x04: .text(StreamTextPacket(kind: .productInstanceID, ump))
    case 0x12: .text(StreamTextPacket(kind: .functionBlockName(ump.data1), ump))
    default: nil
    }
  }

  /// Reads a message of one packet.
  @_noLocks
  private static func whole(_ ump: UMP) -> StreamMessage? {
    // Form and status: the form of these messages is always "complete".
    switch ump.word0 >> 16 & 0xFFF {
    case 0x00: return discovery(ump)
    case 0x01: return .endpointInfo(EndpointInfo(ump))
    case 0x02: return .deviceIdentity(DeviceIdentity(ump))
    case 0x05: return .streamConfigurationRequest(StreamConfiguration(ump))
    case 0x06: return .streamConfigurationNotification(StreamConfiguration(ump))
    case 0x10:
      let filter = FunctionBlockFilter(rawValue: ump.data2)
      return .functionBlockDiscovery(number: ump.data1, filter: filter)
    case 0x11:
      guard let info = FunctionBlockInfo(ump) else { return nil }
      return .functionBlockInfo(info)
    case 0x20: return .startOfClip
    case 0x21: return .endOfClip
    default: return nil
    }
  }

  @_noLocks
  private static func discovery(_ ump: UMP) -> StreamMessage {
    let filter = EndpointDiscoveryFilter(rawValue: UInt8(truncatingIfNeeded: ump.word1))
    return .endpointDiscovery(version: UMPVersion(bits: ump.word0), filter: filter)
  }

  /// The message as a packet.
  public var ump: UMP {
    @_noLocks get {
      var ump = body
      ump.word0 |= 0xF000_0000
      return ump
    }
  }

  /// The packet without its type.
  private var body: UMP {
    @_noLocks get {
      switch self {
      case .endpointDiscovery(let version, let filter):
        UMP(version.bits, UInt32(filter.rawValue))
      case .endpointInfo(let info): info.body
      case .deviceIdentity(let identity): identity.body
      case .text(let packet): packet.body
      case .streamConfigurationRequest(let configuration): UMP(0x0005_0000 | configuration.bits)
      case .streamConfigurationNotification(let configuration):
        UMP(0x0006_0000 | configuration.bits)
      case .functionBlockDiscovery(let number, let filter):
        UMP(0x0010_0000 | UInt32(number) << 8 | UInt32(filter.rawValue))
      case .functionBlockInfo(let info): info.body
      case .startOfClip: UMP(0x0020_0000)
      case .endOfClip: UMP(0x0021_0000)
      }
    }
  }
}
