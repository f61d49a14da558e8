internal import TenutoSystem
internal import TenutoTransport

/// Repairs a sound file whose writing was cut off by a kill, a crash or a full disk.
///
/// Repair never removes sound: it only cuts an incomplete frame or page at the end and corrects the
/// length in the header. A whole file stays as it is.
enum SoundRepair {
  /// What is known of a file that is whole now.
  struct Finding: Equatable {
    /// Frames that can be read.
    var frameCount: Int
    /// Frames per second, in Hz.
    var sampleRate: Int
    /// Whether anything had to be changed.
    var isChanged: Bool
  }

  /// Repairs the file behind a descriptor that is open to read and write.
  ///
  /// Messages call the file `path`.
  ///
  /// - Throws: `.fileInvalid` where it is no WAV, FLAC or Ogg file that a recorder began, or why it
  ///   cannot be read or written.
  static func repair(_ number: CInt, path: String) throws(HostError) -> Finding {
    let file = FileBytes(number)
    do throws(SystemError) {
      let start = try file.read(at: 0, count: 4)
      let finding: Finding? =
        switch String(decoding: start, as: UTF8.self) {
        case "RIFF", "RF64": try WAVRepair.repair(file)
        case "fLaC": try FLACRepair.repair(file)
        case "OggS": try OggRepair.repair(file)
        default: nil
        }
      if let finding { return finding }
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be repaired", because: error)
    }
    throw HostError(
      .fileInvalid,
      "\(path) does not begin as a WAV, FLAC or Ogg file does; give a recording of Tenuto.")
  }
}
