/// Eight-bit data in the bytes of 7 bits that property exchange carries.
///
/// The corresponding standard is M2-103-UM, "Mcoded7".
public enum Mcoded7 {
  /// Returns data as bytes below 128: the high bits of seven bytes, then the seven bytes.
  ///
  /// Thread: any.
  public static func encode(_ data: [UInt8]) -> [UInt8] {
    var coded: [UInt8] = []
    coded.reserveCapacity(data.count + data.count / 7 + 1)
    var index = 0
    while index < data.count {
      let group = data[index..<min(index + 7, data.count)]
      var highBits: UInt8 = 0
      for (place, byte) in group.enumerated() { highBits |= (byte >> 7) << UInt8(6 - place) }
      coded.append(highBits)
      coded += group.lazy.map { $0 & 0x7F }
      index += 7
    }
    return coded
  }

  /// Returns the data again; nil if a byte is above 127 or the last group has no data.
  ///
  /// Thread: any.
  public static func decode(_ coded: [UInt8]) -> [UInt8]? {
    guard coded.allSatisfy({ $0 < 0x80 }), coded.count % 8 != 1 else { return nil }
    var data: [UInt8] = []
    data.reserveCapacity(coded.count)
    for (index, byte) in coded.enumerated() where index % 8 != 0 {
      let highBits = coded[index - index % 8]
      data.append(byte | (highBits >> UInt8(7 - index % 8) & 1) << 7)
    }
    return data
  }
}
