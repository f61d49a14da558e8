import TenutoMIDI
/// The address of a flex data message within its group.
public enum FlexDataAddress: BitwiseCopyable, Sendable, Hashable {
  /// One channel.
  case channel(UInt4)

  /// The group as a whole.
  case group

  @_noLocks
  init?(_ ump: UMP) {
    switch ump.word0 >> 20 & 3 {
    case 0: self = .channel(ump.narrowChannel)
    case 1: self = .group
    default: return nil
    }
  }

  /// The address and the channel in their positions in the packet.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .channel(let channel): UInt32(channel.rawValue) << 16
      case .group: 1 << 20
      }
    }
  }
}
