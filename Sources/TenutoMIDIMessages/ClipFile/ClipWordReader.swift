import TenutoMIDI
/// Reads packets from the bytes of a MIDI Clip File, and never beyond their end.
struct ClipWordReader: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var position: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  var remaining: Int { bytes.count - position }

  /// Reads a packet of one to four words, each most significant byte first.
  @_lifetime(self: copy self)
  mutating func readPacket() throws(MIDIClipFileError) -> UMP {
    let start = position
    guard remaining >= 4 else { throw MIDIClipFileError(.truncated, at: start) }
    var ump = UMP(readWord())
    let count = ump.wordCount
    guard remaining >= 4 * (count - 1) else { throw MIDIClipFileError(.truncated, at: start) }
    if count > 1 { ump.word1 = readWord() }
    if count > 2 { ump.word2 = readWord() }
    if count > 3 { ump.word3 = readWord() }
    return ump
  }

  @_lifetime(self: copy self)
  private mutating func readWord() -> UInt32 {
    defer { position += 4 }
    return UInt32(bytes[position]) << 24 | UInt32(bytes[position + 1]) << 16
      | UInt32(bytes[position + 2]) << 8 | UInt32(bytes[position + 3])
  }
}
