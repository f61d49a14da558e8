/// The description and protocol of an endpoint, and its answers to inquiries.
///
/// For control threads: texts are allocated.
///
/// The corresponding standard is M2-104-UM, "UMP Endpoint Discovery" and "Protocol Negotiation".
public struct UMPEndpoint: Sendable, Hashable {
  /// The version of the packet format that the endpoint speaks.
  public var version = UMPVersion.current

  /// Manufacturer and model of the device; nil if unknown.
  public var identity: DeviceIdentity?

  /// The endpoint's name; empty if it has none.
  public var name: String

  /// A serial number in ASCII; empty if none exists.
  public var productInstanceID = ""

  /// The protocols that the endpoint can speak.
  public var protocols: UMPProtocolSet

  /// The jitter reduction timestamps that the endpoint supports.
  public var jitterReduction: JitterReduction = []

  /// The protocol and the timestamps that the endpoint uses.
  public var configuration: StreamConfiguration

  /// Whether the function blocks are static.
  public var hasStaticFunctionBlocks = true

  /// The endpoint's function blocks, known by the numbers in their descriptions.
  public var functionBlocks: [UMPFunctionBlock] = []

  /// Creates an endpoint that uses MIDI 2.0 if it can speak it.
  ///
  /// Thread: any.
  public init(name: String, protocols: UMPProtocolSet) {
    self.name = name
    self.protocols = protocols
    configuration = StreamConfiguration(
      umpProtocol: protocols.contains(.midi2) ? .midi2 : .midi1, jitterReduction: [])
  }

  /// The endpoint's capabilities, as it reports them.
  public var info: EndpointInfo {
    EndpointInfo(
      version: version, hasStaticFunctionBlocks: hasStaticFunctionBlocks,
      functionBlockCount: UInt7(clamping: functionBlocks.count), protocols: protocols,
      jitterReduction: jitterReduction)
  }
}
