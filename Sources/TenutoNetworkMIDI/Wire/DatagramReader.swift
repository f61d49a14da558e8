/// Reads big-endian fields of a datagram, within its bounds.
struct DatagramReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], from position: Int, to end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  var remaining: Int { end - position }

  var isAtEnd: Bool { position == end }

  /// The next byte without consuming it; nil at the end.
  var peeked: UInt8? { position < end ? bytes[position] : nil }

  mutating func byte() throws(PacketError) -> UInt8 {
    guard position < end else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func uint16() throws(PacketError) -> UInt16 {
    try UInt16(byte()) << 8 | UInt16(byte())
  }

  mutating func uint32() throws(PacketError) -> UInt32 {
    try UInt32(uint16()) << 16 | UInt32(uint16())
  }

  mutating func uint64() throws(PacketError) -> UInt64 {
    try UInt64(uint32()) << 32 | UInt64(uint32())
  }

  mutating func take(_ count: Int) throws(PacketError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .truncated }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func takeRest() -> ArraySlice<UInt8> {
    defer { position = end }
    return bytes[position..<end]
  }

  /// Takes `count` bytes as a separate reader, so that a part cannot read into the next one.
  mutating func part(_ count: Int) throws(PacketError) -> DatagramReader {
    guard count >= 0, count <= remaining else { throw .truncated }
    defer { position += count }
    return DatagramReader(bytes, from: position, to: position + count)
  }

  /// Reads a number of seven bits per byte, the highest first, as in Standard MIDI Files; four
  /// bytes at most.
  mutating func variableLength() throws(PacketError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let next = try byte()
      value = value << 7 | UInt32(next & 0x7F)
      if next < 0x80 { return value }
    }
    throw .badValue
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: UInt16) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  mutating func append(bigEndian value: UInt32) {
    append(bigEndian: UInt16(truncatingIfNeeded: value >> 16))
    append(bigEndian: UInt16(truncatingIfNeeded: value))
  }

  mutating func append(bigEndian value: UInt64) {
    append(bigEndian: UInt32(truncatingIfNeeded: value >> 32))
    append(bigEndian: UInt32(truncatingIfNeeded: value))
  }

  /// Appends a number below 2^28 in one to four bytes of seven bits.
  mutating func append(variableLength value: UInt32) {
    for shift: UInt32 in [21, 14, 7] where value >> shift != 0 {
      append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
    }
    append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }

  /// Appends seven bits with a flag above them, as usual in the journal.
  mutating func append(_ flag: Bool, _ value: UInt8) {
    append((flag ? 0x80 : 0) | value & 0x7F)
  }
}

extension UInt8 {
  /// The highest bit, a flag in most bytes of the journal.
  var flag: Bool { self & 0x80 != 0 }

  /// The seven bits below it.
  var low7: UInt8 { self & 0x7F }
}
