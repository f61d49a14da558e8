/// Reads numbers from a range of bytes, and never beyond its end.
struct MIDIFileReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  mutating func readByte() throws(MIDIFileError) -> UInt8 {
    guard position < end else { throw MIDIFileError(.truncated, at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func readUInt16() throws(MIDIFileError) -> UInt16 {
    let high = try readByte()
    return try UInt16(high) << 8 | UInt16(readByte())
  }

  mutating func readUInt32() throws(MIDIFileError) -> UInt32 {
    let high = try readUInt16()
    return try UInt32(high) << 16 | UInt32(readUInt16())
  }

  /// Reads a variable-length quantity of one to four bytes.
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

  /// Reads a length and as many bytes, once it is clear that they are there.
  mutating func readCountedBytes() throws(MIDIFileError) -> [UInt8] {
    let start = position
    let count = try Int(readVariableLength())
    guard count <= remaining else { throw MIDIFileError(.truncated, at: start) }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Looks at the next byte without taking it.
  func peek() -> UInt8? {
    position < end ? bytes[position] : nil
  }

  /// Reads a chunk's type and length, and returns a reader of its content.
  mutating func readChunk() throws(MIDIFileError) -> (type: UInt32, content: MIDIFileReader) {
    let start = position
    let type = try readUInt32()
    let count = try Int(readUInt32())
    guard count <= remaining else { throw MIDIFileError(.truncated, at: start) }
    let content = MIDIFileReader(bytes, position..<position + count)
    position += count
    return (type, content)
  }
}
