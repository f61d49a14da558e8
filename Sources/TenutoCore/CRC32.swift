/// The check sum of zip and PNG (ISO 3309), eight bytes at a time.
package enum CRC32 {
  /// Eight tables of 256: the effect of a byte on the sum, by its distance from the end.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ before >> 8
    }
    return tables
  }()

  /// The check sum of `bytes`.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    var index = bytes.startIndex
    while bytes.endIndex - index >= 8 {
      var next: UInt32 = 0
      for offset in 0..<4 { sum ^= UInt32(bytes[index + offset]) << UInt32(8 * offset) }
      for offset in 0..<4 {
        next ^= tables[(7 - offset) * 256 + Int(sum >> UInt32(8 * offset) & 0xFF)]
        next ^= tables[(3 - offset) * 256 + Int(bytes[index + 4 + offset])]
      }
      sum = next
      index += 8
    }
    for byte in bytes[index...] { sum = tables[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    return ~sum
  }
}
