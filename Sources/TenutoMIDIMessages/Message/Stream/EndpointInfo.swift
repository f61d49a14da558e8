import TenutoMIDI
/// The capabilities of an endpoint.
///
/// The corresponding standard is M2-104-UM, "Endpoint Info Notification".
public struct EndpointInfo: BitwiseCopyable, Sendable, Hashable {
  /// The version of the packet format that the endpoint speaks.
  public var version: UMPVersion

  /// Whether the function blocks are static.
  public var hasStaticFunctionBlocks: Bool

  /// The number of function blocks, up to 32.
  public var functionBlockCount: UInt7

  /// The protocols that the endpoint can speak.
  public var protocols: UMPProtocolSet

  /// The jitter reduction timestamps that the endpoint supports.
  public var jitterReduction: JitterReduction

  /// Creates an endpoint's description of itself.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    version: UMPVersion, hasStaticFunctionBlocks: Bool, functionBlockCount: UInt7,
    protocols: UMPProtocolSet, jitterReduction: JitterReduction
  ) {
    self.version = version
    self.hasStaticFunctionBlocks = hasStaticFunctionBlocks
    self.functionBlockCount = functionBlockCount
    self.protocols = protocols
    self.jitterReduction = jitterReduction
  }

  @_noLocks
  init(_ ump: UMP) {
    version = UMPVersion(bits: ump.word0)
    hasStaticFunctionBlocks = ump.word1 >> 31 == 1
    functionBlockCount = UInt7(truncatingIfNeeded: UInt8(truncatingIfNeeded: ump.word1 >> 24))
    protocols = UMPProtocolSet(rawValue: UInt8(truncatingIfNeeded: ump.word1 >> 8))
    jitterReduction = JitterReduction(rawValue: UInt8(truncatingIfNeeded: ump.word1))
  }

  /// The packet without its type.
  var body: UMP {
    @_noLocks get {
      let blocks: UInt32 = hasStaticFunctionBlocks ? 1 << 31 : 0
      let count = UInt32(functionBlockCount.rawValue) << 24
      let abilities = UInt32(protocols.rawValue) << 8 | UInt32(jitterReduction.rawValue)
      return UMP(0x0001_0000 | version.bits, blocks | count | abilities)
    }
  }
}
