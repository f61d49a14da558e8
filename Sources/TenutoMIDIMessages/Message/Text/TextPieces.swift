/// Cuts a text into the pieces of its packets.
enum TextPieces {
  /// Returns the pieces of a text, at least one, which is empty for an empty text.
  ///
  /// NUL, which would end the text for its receiver, is left out. Characters may be cut by the end
  /// of a piece, but not by the limit.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - size: How many bytes a piece has.
  ///   - limit: The maximum byte count of the text; the rest is cut off.
  /// - Returns: The pieces in order, with their positions in the text.
  static func pieces(of text: String, size: Int, limit: Int) -> [(PacketForm, PacketBytes)] {
    let bytes = prefix(text.utf8.filter { $0 != 0 }, limit: limit)
    let count = Swift.max((bytes.count + size - 1) / size, 1)
    return (0..<count).map { index in
      var piece = PacketBytes()
      for byte in bytes.dropFirst(index * size).prefix(size) { piece.append(byte) }
      return (PacketForm(isFirst: index == 0, isLast: index == count - 1), piece)
    }
  }

  /// Returns the whole characters of a text that fit in `limit` bytes.
  private static func prefix(_ bytes: [UInt8], limit: Int) -> ArraySlice<UInt8> {
    guard bytes.count > limit else { return bytes[...] }
    var end = Swift.max(limit, 0)
    // Continuation bytes of a character begin with the bits 10.
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}
