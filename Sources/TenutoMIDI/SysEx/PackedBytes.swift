/// A packet of four words, filled with bytes from the third byte of the first word on.
struct PackedBytes: BitwiseCopyable {
  private var high: UInt64
  private var low: UInt64 = 0
  private var position: UInt64 = 2

  @_noLocks
  init(messageType: UInt8, group: UInt8, status: UInt8) {
    let head = UInt64(messageType & 0xF) << 60 | UInt64(group & 0xF) << 56
    high = head | UInt64(status) << 48
  }

  /// Appends a byte; bytes after the fourteenth are dropped.
  @_noLocks
  mutating func append(_ byte: UInt8) {
    if position < 8 {
      high |= UInt64(byte) << (56 - 8 * position)
    } else if position < 16 {
      low |= UInt64(byte) << (120 - 8 * position)
    }
    position += 1
  }

  /// The packet.
  var ump: UMP {
    @_noLocks get {
      UMP(
        UInt32(truncatingIfNeeded: high >> 32), UInt32(truncatingIfNeeded: high),
        UInt32(truncatingIfNeeded: low >> 32), UInt32(truncatingIfNeeded: low))
    }
  }

  /// Returns one of the 16 bytes of a packet, the highest of the first word being 0.
  @_noLocks
  static func byte(_ index: Int, of ump: UMP) -> UInt8 {
    let word =
      switch index >> 2 {
      case 0: ump.word0
      case 1: ump.word1
      case 2: ump.word2
      default: ump.word3
      }
    return UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * (index & 3)))
  }
}
