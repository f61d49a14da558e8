import ArgumentParser
import TenutoRender
import TenutoSystem

/// A sound file that the user wants.
struct SoundFileOption {
  /// Where it will be.
  let path: String
  /// Its kind, by the ending of its name.
  let format: SoundFileFormat

  @Sendable static func parse(_ path: String) throws -> SoundFileOption {
    do throws(HostError) {
      return SoundFileOption(path: path, format: try SoundFileFormat(path: path))
    } catch {
      throw ValidationError(error.message.trimmingStop.withSmallStart)
    }
  }

  /// The file with 24 bits in place of floating point; other kinds than WAV have them anyway.
  func settingDepth(is24Bit: Bool) -> SoundFileOption {
    is24Bit && format == .wavFloat32 ? SoundFileOption(path: path, format: .wavInt24) : self
  }

  /// Begins a recording of what is played once.
  func record(rate: Int, channelCount: Int) throws(HostError) -> Recorder {
    try Recorder(take: path, format: format, sampleRate: rate, channelCount: channelCount)
  }

  /// Begins a file that is there whole or not at all.
  func open(rate: Int, channelCount: Int = 2) throws(HostError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, format: format, sampleRate: rate, channelCount: channelCount)
  }
}
