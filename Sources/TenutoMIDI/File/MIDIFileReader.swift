/// Reads numbers from a range of bytes, with bounds checks.
///
/// A view of the bytes instead of an array: copies of an array count references at every number.
struct MIDIFileReader: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var position: Int
  private let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.init(bytes, 0..<bytes.count)
  }

  /// Reads a range within the bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  /// The range of unread bytes.
  var rest: Range<Int> { position..<end }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readByte() throws(MIDIFileError) -> UInt8 {
    guard position < end else { throw MIDIFileError(.truncated, at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  @_lifetime(self: copy self)
  mutating func readUInt16() throws(MIDIFileError) -> UInt16 {
    let high = try readByte()
    return try UInt16(high) << 8 | UInt16(readByte())
  }

  @_lifetime(self: copy self)
  mutating func readUInt32() throws(MIDIFileError) -> UInt32 {
    let high = try readUInt16()
    return try UInt32(high) << 16 | UInt32(readUInt16())
  }

  /// Reads a little-endian number, as in RIFF.
  @_lifetime(self: copy self)
  mutating func readLittleEndianUInt32() throws(MIDIFileError) -> UInt32 {
    try readUInt32().byteSwapped
  }

  /// Reads a variable-length quantity of one to four bytes.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readVariableLength() throws(MIDIFileError) -> UInt32 {
    let start = position
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try readByte()
      value = value << 7 | UInt32(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw MIDIFileError(.invalidVariableLength, at: start)
  }

  /// Reads a length and as many bytes, after a bounds check.
  @_lifetime(self: copy self)
  mutating func readCountedBytes() throws(MIDIFileError) -> [UInt8] {
    let start = position
    let count = try Int(readVariableLength())
    guard count <= remaining else { throw MIDIFileError(.truncated, at: start) }
    return readBytes(count)
  }

  /// Takes present bytes, at most `remaining`.
  @_lifetime(self: copy self)
  mutating func readBytes(_ count: Int) -> [UInt8] {
    let data = bytes.extracting(position..<position + count)
    position += count
    guard count > 0 else { return [] }
    return unsafe data.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Returns the next byte without consuming it.
  @inline(__always)
  func peek() -> UInt8? {
    position < end ? bytes[position] : nil
  }

  /// Returns whether the next 32-bit numbers match, nil for any, without consuming them.
  func startsWith(_ numbers: [UInt32?]) -> Bool {
    guard remaining >= 4 * numbers.count else { return false }
    var copy = self
    for number in numbers {
      guard let next = try? copy.readUInt32(), number == nil || number == next else { return false }
    }
    return true
  }

  /// Takes `count` present bytes, at most `remaining`, as a separate range.
  @_lifetime(copy self)
  mutating func readRange(_ count: Int) -> MIDIFileReader {
    defer { position += count }
    return MIDIFileReader(bytes, position..<position + count)
  }

  /// Reads a chunk's type and length, and returns a reader of its content.
  @_lifetime(copy self)
  mutating func readChunk() throws(MIDIFileError) -> MIDIFileChunk {
    let start = position
    let type = try readUInt32()
    let count = try Int(readUInt32())
    guard count <= remaining else { throw MIDIFileError(.truncated, at: start) }
    return MIDIFileChunk(type: type, content: readRange(count))
  }

  /// Reads a chunk of a RIFF container, and the padding byte of one of odd length.
  @_lifetime(copy self)
  mutating func readRIFFChunk() throws(MIDIFileError) -> MIDIFileChunk {
    let start = position
    let type = try readUInt32()
    let count = try Int(readLittleEndianUInt32())
    guard count <= remaining else { throw MIDIFileError(.truncated, at: start) }
    let content = readRange(count)
    if count & 1 == 1, remaining > 0 { position += 1 }
    return MIDIFileChunk(type: type, content: content)
  }
}

/// A chunk of a file.
struct MIDIFileChunk: ~Escapable {
  /// The four letters as a number.
  let type: UInt32

  /// The content of the chunk.
  var content: MIDIFileReader

  @_lifetime(copy content)
  init(type: UInt32, content: MIDIFileReader) {
    self.type = type
    self.content = content
  }
}
