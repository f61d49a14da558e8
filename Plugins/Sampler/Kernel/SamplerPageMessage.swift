import TenutoExtension

/// A message of the sampler's page.
///
/// All numbers are little-endian. A message begins with `TPAG` and a byte:
///
/// | byte | what follows | reply |
/// |---|---|---|
/// | 0 | columns of a picture, UInt16, 1...4096 | the picture |
/// | 1 | first frame of the loop and the frame behind it, UInt32 each; twice 0 for no loop | none |
/// | 2 | nothing | start offset in percent and playback, Float32 each, after a byte 2 |
/// | 3 | an address, 1 byte, and a value, Float32 | none; the parameter is set |
///
/// The picture: a byte 0, sample rate in Hz and root note as Float32, frames, first frame of the
/// loop, frame after the loop as UInt32, then for each column the lowest and the highest sample of
/// all channels as Float32.
enum SamplerPageMessage {
  case picture(columns: Int)
  case loop(Range<Int>)
  case values
  case set(ParameterAddress, Float)

  private static let headerByteCount = 5
  /// Parameters that the page shows: start offset and playback.
  private static let shown: [ParameterAddress] = [8, 9]

  /// Parses a message; nil if it is malformed or not from the page.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "TPAG".utf8), bytes.count >= Self.headerByteCount else { return nil }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }
    switch (bytes[4], bytes.count - Self.headerByteCount) {
    case (0, 2):
      let columns = Int(bytes[5]) | Int(bytes[6]) << 8
      guard (1...4096).contains(columns) else { return nil }
      self = .picture(columns: columns)
    case (1, 8):
      let (start, end) = (Int(word(5)), Int(word(9)))
      guard start < end || (start, end) == (0, 0) else { return nil }
      self = .loop(start..<end)
    case (2, 0): self = .values
    case (3, 5):
      guard Self.shown.contains(ParameterAddress(bytes[5])) else { return nil }
      self = .set(ParameterAddress(bytes[5]), Float(bitPattern: word(6)))
    default: return nil
    }
  }

  /// The answer that draws a sound.
  static func picture(of sound: RecordedSound, columns: Int) -> [UInt8] {
    let frames = sound.channels[0].count
    var bytes: [UInt8] = [0]
    let words = [
      sound.sampleRate.bitPattern, sound.rootNote.bitPattern, UInt32(frames),
      UInt32(sound.loop.lowerBound), UInt32(sound.loop.upperBound),
    ]
    for word in words { append(word, to: &bytes) }
    for column in 0..<columns {
      let first = min(frames - 1, column * frames / columns)
      let last = max(first + 1, (column + 1) * frames / columns)
      var (low, high) = (Float.infinity, -Float.infinity)
      for channel in sound.channels {
        for sample in channel[first..<last] { (low, high) = (min(low, sample), max(high, sample)) }
      }
      append(low.bitPattern, to: &bytes)
      append(high.bitPattern, to: &bytes)
    }
    return bytes
  }

  /// The answer with the values that the page shows.
  static func values(_ value: (ParameterAddress) -> Float) -> [UInt8] {
    var bytes: [UInt8] = [2]
    for address in shown { append(value(address).bitPattern, to: &bytes) }
    return bytes
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }
}
