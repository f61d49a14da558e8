internal import TenutoTransport

/// Removes from a finished sound file the bytes that would differ from run to run.
///
/// libsndfile 1.2 writes the time of day to the PEAK chunk of RF64, where it ignores
/// `SFC_SET_ADD_PEAK_CHUNK`, and a random serial number to every page of Ogg.
enum StableBytes {
  /// Normalizes the file of a descriptor that is open for reading and writing.
  static func settle(_ number: CInt, _ format: SoundFileFormat) throws(SystemError) {
    switch format {
    case .wavFloat32, .wavInt24: try clearPeakTime(number)
    case .oggVorbis: try settleOggSerial(number)
    case .flacInt24: break
    }
  }

  /// Sets the time stamp of the PEAK chunk to 0, if the chunk precedes the sound.
  private static func clearPeakTime(_ number: CInt) throws(SystemError) {
    let file = FileBytes(number)
    let header = try file.read(at: 0, count: 4096)
    var offset = 12
    while offset + 16 <= header.count, header[offset..<offset + 4] != data {
      if header[offset..<offset + 4] == peak {
        return try file.write([0, 0, 0, 0], at: offset + 12)
      }
      let size = Int(LittleEndian.value(header[(offset + 4)..<(offset + 8)]))
      offset += 8 + size + size % 2
    }
  }

  private static let data = ArraySlice("data".utf8)
  private static let peak = ArraySlice("PEAK".utf8)

  /// Replaces the random serial number by a hash of the sound, so that files can be chained.
  private static func settleOggSerial(_ number: CInt) throws(SystemError) {
    let file = FileBytes(number)
    var serial: UInt32 = 0x811C_9DC5
    try OggPage.forEach(in: file) { page, _ in
      for byte in page.body { serial = (serial ^ UInt32(byte)) &* 0x0100_0193 }  // FNV-1a
    }
    try OggPage.forEach(in: file) { page, offset throws(SystemError) in
      var page = page
      page.serial = serial
      page.sign()
      // Overwrites existing bytes, so that a full disk does not matter.
      try file.write(Array(page.bytes[..<OggPage.headerByteCount]), at: offset)
    }
  }
}
