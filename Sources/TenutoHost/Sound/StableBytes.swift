internal import Glibc
internal import TenutoTransport

/// Takes out of a finished sound file what would differ from run to run.
///
/// libsndfile 1.2 puts the time of day into the PEAK chunk of RF64, whose switch
/// (`SFC_SET_ADD_PEAK_CHUNK`) it ignores there, and a random serial number on every page of Ogg.
enum StableBytes {
  /// Settles the file behind a descriptor that is open to read and write.
  static func settle(_ number: CInt, _ format: SoundFileFormat) throws(SystemError) {
    switch format {
    case .wavFloat32, .wavInt24: try clearPeakTime(number)
    case .oggVorbis: try settleOggSerial(number)
    case .flacInt24: break
    }
  }

  /// Sets the time stamp of the PEAK chunk to 0, if there is such a chunk before the sound.
  private static func clearPeakTime(_ number: CInt) throws(SystemError) {
    let header = try read(number, at: 0, count: 4096)
    var offset = 12
    while offset + 16 <= header.count, header[offset..<offset + 4] != data {
      if header[offset..<offset + 4] == peak {
        return try write(number, at: offset + 12, [0, 0, 0, 0])
      }
      let size = Int(littleEndian(header, offset + 4))
      offset += 8 + size + size % 2
    }
  }

  private static let data = ArraySlice("data".utf8)
  private static let peak = ArraySlice("PEAK".utf8)

  private static func littleEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}

// MARK: - Ogg

extension StableBytes {
  /// Replaces the random serial number by one made of the sound, so that files can be chained.
  ///
  /// Ogg (RFC 3533): the serial number is at byte 14 of a page, the checksum of the page at 22.
  private static func settleOggSerial(_ number: CInt) throws(SystemError) {
    var serial: UInt32 = 0x811C_9DC5
    try forEachPage(number) { page, _ in
      let body = page[(27 + Int(page[26]))...]
      for byte in body { serial = (serial ^ UInt32(byte)) &* 0x0100_0193 }  // FNV-1a
    }
    try forEachPage(number) { page, offset throws(SystemError) in
      var page = page
      page.replaceSubrange(14..<18, with: littleEndian(serial))
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      page.replaceSubrange(22..<26, with: littleEndian(oggChecksum(page)))
      try write(number, at: offset, Array(page[..<27]))
    }
  }

  private static func forEachPage(
    _ number: CInt, _ body: ([UInt8], Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    var offset = 0
    while true {
      let head = try read(number, at: offset, count: 27 + 255)
      guard head.count >= 27, head.starts(with: "OggS".utf8) else { return }
      let bodyStart = 27 + Int(head[26])
      guard head.count >= bodyStart else { return }
      let count = head[27..<bodyStart].reduce(bodyStart) { $0 + Int($1) }
      let page = try read(number, at: offset, count: count)
      guard page.count == count else { return }
      try body(page, offset)
      offset += count
    }
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  /// The checksum of Ogg: CRC-32 of polynomial 0x04C11DB7, not reflected, beginning at 0.
  static func oggChecksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { ($0 << 8) ^ checksums[Int($0 >> 24) ^ Int($1)] }
  }

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in
      value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
    }
  }
}

// MARK: - Bytes

extension StableBytes {
  /// The bytes at `offset`, fewer at the end of the file.
  private static func read(
    _ number: CInt, at offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let received = try FileCalls.checkCount("pread") {
        unsafe bytes.withUnsafeMutableBytes {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[done...])
          return unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
      if received == 0 { break }
      done += received
    }
    return Array(bytes[..<done])
  }

  private static func write(
    _ number: CInt, at offset: Int, _ bytes: [UInt8]
  ) throws(SystemError) {
    // The bytes are in the file already, so that the disk cannot be too full for them.
    _ = try FileCalls.checkCount("pwrite") {
      unsafe bytes.withUnsafeBytes {
        unsafe pwrite(number, $0.baseAddress, $0.count, off_t(offset))
      }
    }
  }
}
