import TenutoExtension

/// A sound in its serialised form, as used in the message that loads it and in a state.
///
/// All numbers are little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0…3 | `TSMP` |
/// | 4…5 | form, 1 |
/// | 6…7 | 0: samples are Float32; 1: samples are Int16, of which 32767 is the peak |
/// | 8…11 | audio channels, 1 or 2 |
/// | 12…15 | sample rate in Hz, Float32, 1000...768000 |
/// | 16…19 | root note, Float32, 0...127, where 69 is A4 with 440 Hz and 1 is a semitone |
/// | 20…23 | peak, Float32; 1 for Float32 samples |
/// | 24…27 | frames, 1 or more |
/// | 28…31 | first frame of the loop |
/// | 32…35 | frame behind the loop; 0 for no loop |
/// | 36… | the samples, channels interleaved |
public struct RecordedSound: Equatable, Sendable {
  /// The sample rate in Hz.
  public var sampleRate: Float
  /// The note at which the sound plays as recorded.
  public var rootNote: Float
  /// One or two channels of the same length.
  public var channels: [[Float]]
  /// The repeated frames, or an empty range without a loop.
  public var loop: Range<Int>

  /// Creates a sound.
  public init(sampleRate: Float, rootNote: Float, channels: [[Float]], loop: Range<Int> = 0..<0) {
    self.sampleRate = sampleRate
    self.rootNote = rootNote
    self.channels = channels
    self.loop = loop
  }

  /// The greatest size of a sound in bytes: 16 MiB.
  public static let maximumByteCount = 1 << 24

  /// The sample format.
  public enum Encoding: UInt16, Sendable {
    /// Float32 samples of 4 bytes each.
    case float32 = 0
    /// Int16 samples; full scale is the peak.
    case int16 = 1
  }

  static let headerByteCount = 36

  /// The sound as bytes.
  public func encoded(_ encoding: Encoding) -> [UInt8] {
    let frames = channels.first?.count ?? 0
    let peak = encoding == .float32 ? 1 : channels.joined().reduce(0) { max($0, abs($1)) }
    var bytes = Array("TSMP".utf8)
    bytes.reserveCapacity(Self.headerByteCount + 4 * frames * channels.count)
    Self.append(UInt16(1), to: &bytes)
    Self.append(encoding.rawValue, to: &bytes)
    let words = [
      UInt32(channels.count), sampleRate.bitPattern, rootNote.bitPattern, peak.bitPattern,
      UInt32(frames), UInt32(loop.lowerBound), UInt32(loop.upperBound),
    ]
    for word in words { Self.append(word, to: &bytes) }
    for frame in 0..<frames {
      for channel in channels { Self.append(channel[frame], as: encoding, peak: peak, to: &bytes) }
    }
    return bytes
  }

  private static func append(
    _ sample: Float, as encoding: Encoding, peak: Float, to bytes: inout [UInt8]
  ) {
    switch encoding {
    case .float32: append(sample.bitPattern, to: &bytes)
    case .int16:
      let scaled = peak > 0 ? (sample / peak * 32767).rounded() : 0
      append(UInt16(bitPattern: Int16(min(max(scaled, -32767), 32767))), to: &bytes)
    }
  }

  private static func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: T.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
    }
  }
}
