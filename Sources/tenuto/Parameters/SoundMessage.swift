import TenutoMIDI
import TenutoRender

/// The message by which the Sampler takes a sound file.
///
/// Little-endian: `TSMP`, form 1, encoding 0 (Float32), channels, sample rate, root note, peak,
/// frames, loop, then the samples interleaved; `RecordedSound` of the Sampler is its specification.
enum SoundMessage {
  /// The most bytes that the Sampler takes: 16 MiB.
  private static let limit = 1 << 24
  private static let headerByteCount = 36

  /// Reads the sound file at `path`.
  ///
  /// - Parameters:
  ///   - path: A file that libsndfile reads, with one or two channels.
  ///   - root: The note at which it sounds as recorded.
  ///   - loop: The frames to repeat; nil for none.
  /// - Returns: The message.
  /// - Throws: Why it cannot be read, or a `Failure` where it does not fit.
  static func bytes(path: String, root: Float, loop: Range<Int>?) throws -> [UInt8] {
    let reader = try SoundFileReader(path: path)
    guard (1...2).contains(reader.channelCount) else {
      throw Failure.work("\(path) has \(reader.channelCount) channels; the Sampler takes 1 or 2.")
    }
    let room = (limit - headerByteCount) / (4 * reader.channelCount)
    guard (1...room).contains(reader.frameCount) else {
      throw Failure.work(
        "\(path) has \(reader.frameCount) frames; the Sampler takes 1 to \(room) of "
          + "\(reader.channelCount) channels.")
    }
    if let loop, loop.isEmpty || loop.upperBound > reader.frameCount {
      throw Failure.usage("The loop is not within the \(reader.frameCount) frames of \(path).")
    }
    return message(
      try reader.readAll(), sampleRate: Float(reader.sampleRate), root: root, loop: loop)
  }

  private static func message(
    _ channels: [[Float]], sampleRate: Float, root: Float, loop: Range<Int>?
  ) -> [UInt8] {
    let frameCount = channels[0].count
    var bytes = Array("TSMP".utf8) + [1, 0, 0, 0]
    bytes.reserveCapacity(headerByteCount + 4 * frameCount * channels.count)
    func append(_ word: UInt32) {
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    append(UInt32(channels.count))
    for number in [sampleRate, root, 1] { append(number.bitPattern) }
    append(UInt32(frameCount))
    append(UInt32(loop?.lowerBound ?? 0))
    append(UInt32(loop?.upperBound ?? 0))
    for frame in 0..<frameCount {
      for channel in channels { append(channel[frame].bitPattern) }
    }
    return bytes
  }
}
