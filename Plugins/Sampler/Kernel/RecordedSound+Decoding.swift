import TenutoExtension

extension RecordedSound {
  /// Decodes the result of `encoded`.
  ///
  /// - Throws: `SoundError`, whose sentence describes the defect.
  public init(decoding bytes: [UInt8]) throws(SoundError) {
    guard bytes.count <= Self.maximumByteCount else { throw SoundError("more than 16 MiB") }
    guard bytes.count > Self.headerByteCount, bytes.starts(with: "TSMP".utf8) else {
      throw SoundError("the bytes are not a sound")
    }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }
    guard word(4) & 0xFFFF == 1, let encoding = Encoding(rawValue: UInt16(word(4) >> 16)) else {
      throw SoundError("the form is unknown")
    }
    sampleRate = Float(bitPattern: word(12))
    rootNote = Float(bitPattern: word(16))
    let peak = Float(bitPattern: word(20))
    guard (1000...768_000).contains(sampleRate), (0...127).contains(rootNote),
      (0...1_000_000).contains(peak)
    else { throw SoundError("sample rate, root note or peak are out of range") }
    let size = try Self.size(word(8), word(24), encoding, byteCount: bytes.count)
    guard word(28) < word(32) && word(32) <= word(24) || word(28) == 0 && word(32) == 0 else {
      throw SoundError("the loop is not within the sound")
    }
    loop = Int(word(28))..<Int(word(32))
    channels = (0..<size.channels).map { channel in
      (0..<size.frames).map { frame in
        let index = frame * size.channels + channel
        return Self.sample(bytes, index, encoding, peak: peak)
      }
    }
    guard channels.joined().allSatisfy({ abs($0) <= 1_000_000 }) else {
      throw SoundError("a sample is not finite, or is too large")
    }
  }

  private static func size(
    _ channels: UInt32, _ frames: UInt32, _ encoding: Encoding, byteCount: Int
  ) throws(SoundError) -> (channels: Int, frames: Int) {
    guard (1...2).contains(channels), frames > 0 else { throw SoundError("there are no samples") }
    let width = encoding == .float32 ? 4 : 2
    guard headerByteCount + Int(channels) * Int(frames) * width == byteCount else {
      throw SoundError("the size is not that of its frames")
    }
    return (Int(channels), Int(frames))
  }

  private static func sample(
    _ bytes: [UInt8], _ index: Int, _ encoding: Encoding, peak: Float
  ) -> Float {
    switch encoding {
    case .float32:
      let start = headerByteCount + 4 * index
      let high = UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 3]) << 24
      return Float(bitPattern: UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | high)
    case .int16:
      let start = headerByteCount + 2 * index
      let bits = UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
      return Float(Int16(bitPattern: bits)) / 32767 * peak
    }
  }
}

/// The reason why bytes are not a valid sound.
public struct SoundError: Error, Equatable {
  /// The reason in one sentence.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
