import TenutoMIDI
import TenutoRender

/// The message that gives a sound file to the Sampler.
///
/// Little-endian: `TSMP`, form 1, encoding 0 (Float32), channels, sample rate, root note, peak,
/// frames, loop, then the interleaved samples. `RecordedSound` of the Sampler is the specification.
enum SoundMessage {
  /// Maximum number of bytes that the Sampler accepts: 16 MiB.
  private static let limit = 1 << 24
  private static let headerByteCount = 36

  /// Reads the sound file at `path`.
  ///
  /// - Parameters:
  ///   - path: A file that libsndfile reads, with one or two channels.
  ///   - part: The frames of the file to take; nil for all.
  ///   - root: The note at which it sounds as recorded.
  ///   - loop: The frames of the file to repeat, within `part`; nil for none.
  /// - Returns: The message.
  /// - Throws: An error if it cannot be read, or a `Failure` if it does not fit.
  static func bytes(
    path: String, part: Range<Int>?, root: Float, loop: Range<Int>?
  ) throws -> [UInt8] {
    let reader = try SoundFileReader(path: path)
    let frameCount = reader.frameCount
    guard (1...2).contains(reader.channelCount) else {
      throw Failure.work("\(path) has \(reader.channelCount) channels; the Sampler takes 1 or 2.")
    }
    let part = part ?? 0..<frameCount
    guard part.upperBound <= frameCount else {
      throw Failure.usage("The part is not within the \(frameCount) frames of \(path).")
    }
    let room = (limit - headerByteCount) / (4 * reader.channelCount)
    guard (1...room).contains(part.count) else {
      let hint = part.isEmpty ? "give another file" : "give '--part', such as 0:96000"
      throw Failure.work(
        "\(path) has \(frameCount) frames; the Sampler takes 1 to \(room) of "
          + "\(reader.channelCount) channels: \(hint).")
    }
    if let loop, loop.isEmpty || loop.clamped(to: part) != loop {
      throw Failure.usage("The loop is not within frames \(part) of \(path).")
    }
    // Some formats cannot seek, but all can be read from the start.
    if part.lowerBound > 0 { try reader.seek(to: part.lowerBound) }
    var samples = [Float](repeating: 0, count: part.count * reader.channelCount)
    var span = samples.mutableSpan
    guard try reader.read(interleaved: &span) == part.count else {
      throw Failure.work("\(path) holds fewer frames than its header says; give another file.")
    }
    return message(
      interleaved: samples, channelCount: reader.channelCount,
      sampleRate: Float(reader.sampleRate), root: root,
      loop: loop.map { $0.lowerBound - part.lowerBound..<$0.upperBound - part.lowerBound })
  }

  private static func message(
    interleaved samples: [Float], channelCount: Int, sampleRate: Float, root: Float,
    loop: Range<Int>?
  ) -> [UInt8] {
    var bytes = Array("TSMP".utf8) + [1, 0, 0, 0]
    bytes.reserveCapacity(headerByteCount + 4 * samples.count)
    func append(_ word: UInt32) {
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    append(UInt32(channelCount))
    for number in [sampleRate, root, 1] { append(number.bitPattern) }
    append(UInt32(samples.count / channelCount))
    append(UInt32(loop?.lowerBound ?? 0))
    append(UInt32(loop?.upperBound ?? 0))
    for sample in samples { append(sample.bitPattern) }
    return bytes
  }
}
