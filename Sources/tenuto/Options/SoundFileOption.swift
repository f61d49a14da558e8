import ArgumentParser
import TenutoRender
import TenutoSystem

/// A sound file to write.
struct SoundFileOption {
  /// The path.
  let path: String
  /// The format, from the file name's extension.
  private(set) var format: SoundFileFormat
  /// The SHA-256 that a rendered file must have; nil for any.
  var digest: String?

  @Sendable static func parse(_ path: String) throws -> SoundFileOption {
    do throws(HostError) {
      return SoundFileOption(path: path, format: try SoundFileFormat(path: path))
    } catch {
      throw ValidationError(error.message.trimmingStop.withSmallStart)
    }
  }

  /// Returns the file with 24 bits instead of floating point; only WAV has both.
  func settingDepth(is24Bit: Bool) -> SoundFileOption {
    var file = self
    if is24Bit && format == .wavFloat32 { file.format = .wavInt24 }
    return file
  }

  /// Starts recording a live performance.
  func record(rate: Int, channelCount: Int) throws(HostError) -> Recorder {
    try Recorder(take: path, format: format, sampleRate: rate, channelCount: channelCount)
  }

  /// Creates a file that appears only when it is complete.
  func open(rate: Int, channelCount: Int = 2) throws(HostError) -> SoundFileWriter {
    let writer = try SoundFileWriter(
      path: path, format: format, sampleRate: rate, channelCount: channelCount)
    writer.expectedDigest = digest
    return writer
  }
}
