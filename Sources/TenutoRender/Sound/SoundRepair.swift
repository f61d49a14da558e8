internal import TenutoSystem
internal import TenutoTransport

/// Repairs a sound file whose recording was cut off by a kill, a crash or a full disk.
///
/// Repair never removes sound: it only removes an incomplete frame or page at the end and corrects
/// the length in the header. A complete file stays unchanged.
enum SoundRepair {
  /// The properties of a repaired file.
  struct Finding: Equatable {
    /// The number of readable frames.
    var frameCount: Int
    /// Frames per second, in Hz.
    var sampleRate: Int
    /// Whether the file was changed.
    var isChanged: Bool
  }

  /// Repairs the file of a descriptor that is open for reading and writing.
  ///
  /// `path` is used in messages.
  ///
  /// - Throws: `.fileInvalid` if it is not a WAV, FLAC or Ogg file of a recorder, or an error if it
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
