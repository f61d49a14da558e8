import TenutoMIDI
/// Up to 14 bytes of one packet, in a value of fixed size.
public struct PacketBytes: BitwiseCopyable, Sendable, Hashable {
  /// The maximum number of bytes in a packet.
  public static var capacity: Int {
    @_noLocks get { 14 }
  }

  /// Bytes 0 to 7, the first one in the highest bits; missing bytes are 0.
  private var high: UInt64 = 0

  /// Bytes 8 to 13, the first one in the highest bits; missing bytes are 0.
  private var low: UInt64 = 0

  // Last, so that the containing type needs no padding after the bytes.
  private var storedCount: UInt8 = 0

  /// Creates no bytes.
  ///
  /// Thread: any.
  @_noLocks
  public init() {}

  /// Creates a value of up to 14 bytes, nil for more.
  ///
  /// Thread: any.
  public init?(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard count < Self.capacity else { return nil }
      append(byte)
    }
  }

  /// The number of bytes, 0 to 14.
  public var count: Int {
    @_noLocks get { Int(storedCount) }
  }

  /// Returns the byte at `index`, which must be in `0..<count`; anything else traps at runtime.
  ///
  /// Thread: any.
  public subscript(index: Int) -> UInt8 {
    @_noLocks get {
      precondition(index >= 0 && index < count, "PacketBytes index out of range")
      return byte(index)
    }
  }

  /// Adds a byte; a fifteenth one is a programmer error and traps.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func append(_ byte: UInt8) {
    precondition(storedCount < 14, "PacketBytes is full")
    let shift = UInt64(56 - 8 * (storedCount & 7))
    if storedCount < 8 {
      high |= UInt64(byte) << shift
    } else {
      low |= UInt64(byte) << shift
    }
    storedCount += 1
  }

  /// The bytes as an array, which allocates: for control threads and tests.
  public var array: [UInt8] {
    (0..<count).map { byte($0) }
  }
}

extension PacketBytes {
  /// Reads `count` bytes of a packet, the first one at `offset`, 1 to 7.
  @_noLocks
  init(_ ump: UMP, from offset: UInt64, count: Int) {
    let first = UInt64(ump.word0) << 32 | UInt64(ump.word1)
    let second = UInt64(ump.word2) << 32 | UInt64(ump.word3)
    high = first << (8 * offset) | second >> (64 - 8 * offset)
    low = second << (8 * offset)
    storedCount = UInt8(truncatingIfNeeded: count)
    high &= Self.mask(count)
    low &= Self.mask(count - 8)
  }

  /// Reads the text in a packet from `offset` up to the first NUL or the end of the packet.
  @_noLocks
  init(textOf ump: UMP, from offset: UInt64) {
    let all = PacketBytes(ump, from: offset, count: 16 - Int(offset))
    var length = 0
    while length < all.count, all.byte(length) != 0 { length += 1 }
    self.init(ump, from: offset, count: length)
  }

  /// Returns a packet that begins with the first bytes of `head`, followed by these.
  @_noLocks
  func ump(head: UInt32, from offset: UInt64) -> UMP {
    let first = UInt64(head) << 32 | high >> (8 * offset)
    let second = high << (64 - 8 * offset) | low >> (8 * offset)
    return UMP(
      UInt32(truncatingIfNeeded: first >> 32), UInt32(truncatingIfNeeded: first),
      UInt32(truncatingIfNeeded: second >> 32), UInt32(truncatingIfNeeded: second))
  }

  /// The bytes with their high bits cut off.
  var masked: PacketBytes {
    @_noLocks get {
      var bytes = self
      bytes.high &= 0x7F7F_7F7F_7F7F_7F7F
      bytes.low &= 0x7F7F_7F7F_7F7F_7F7F
      return bytes
    }
  }

  /// Whether no byte has its high bit set.
  var isSevenBit: Bool {
    @_noLocks get { (high | low) & 0x8080_8080_8080_8080 == 0 }
  }

  /// Whether one of the bytes is 0, which texts must not contain.
  var containsZero: Bool {
    @_noLocks get {
      var index = 0
      while index < count {
        if byte(index) == 0 { return true }
        index += 1
      }
      return false
    }
  }

  @_noLocks
  private func byte(_ index: Int) -> UInt8 {
    let half = index < 8 ? high : low
    return UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (index & 7)))
  }

  /// Returns a mask of the first `count` bytes of a half.
  @_noLocks
  private static func mask(_ count: Int) -> UInt64 {
    if count <= 0 { return 0 }
    return count >= 8 ? ~0 : ~(~0 >> UInt64(8 * count))
  }
}
