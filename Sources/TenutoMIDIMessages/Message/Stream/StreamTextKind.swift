/// The kind of a text in stream messages.
public enum StreamTextKind: BitwiseCopyable, Sendable, Hashable {
  /// The name of the endpoint, up to 98 bytes.
  case endpointName

  /// A serial number, up to 42 bytes of ASCII.
  case productInstanceID

  /// The name of the function block of that number, up to 91 bytes.
  case functionBlockName(UInt8)

  /// The maximum size of the whole text in bytes.
  public var maximumByteCount: Int {
    @_noLocks get {
      switch self {
      case .endpointName: 98
      case .productInstanceID: 42
      case .functionBlockName: 91
      }
    }
  }

  /// The number of text bytes in a packet.
  public var packetByteCount: Int {
    @_noLocks get { 16 - Int(textOffset) }
  }

  /// The offset of the text in the packet.
  var textOffset: UInt64 {
    @_noLocks get {
      switch self {
      case .endpointName, .productInstanceID: 2
      case .functionBlockName: 3
      }
    }
  }

  /// The status, and the number of the block, in their positions in the packet.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .endpointName: 0x0003_0000
      case .productInstanceID: 0x0004_0000
      case .functionBlockName(let number): 0x0012_0000 | UInt32(number) << 8
      }
    }
  }
}
