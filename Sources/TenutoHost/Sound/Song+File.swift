internal import Glibc
internal import TenutoTransport
public import TenutoMIDI

extension Song {
  /// The largest MIDI file that is read, in bytes; the largest in use are a tenth of that.
  private static var fileLimit: Int { 256 << 20 }
  /// The longest song, in seconds: what lasts longer is a damaged file.
  private static var longest: Double { 24 * 3600 }

  /// Reads a Standard MIDI File.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - warnings: What in the file is forbidden and was read all the same.
  /// - Throws: `.fileNotFound`, `.permissionDenied` or `.fileReadFailed` with what to do;
  ///   `.fileInvalid` with the byte for what is no proper MIDI file.
  public init(atPath path: String, warnings: inout [MIDIFileWarning]) throws(HostError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: Self.fileLimit)
    } catch {
      throw Self.failure(path, error)
    }
    guard bytes.count <= Self.fileLimit else {
      throw HostError(
        .fileInvalid, "\(path) is longer than \(Self.fileLimit >> 20) MiB; give a MIDI file.")
    }
    do throws(MIDIFileError) {
      try self.init(parsing: bytes, warnings: &warnings)
    } catch {
      let reason = error.description.trimmingPeriod
      throw HostError(
        .fileInvalid,
        "\(path) is no proper MIDI file: \(reason.prefix(1).lowercased() + reason.dropFirst()); "
          + "give another file.")
    }
    guard duration <= Self.longest else {
      throw HostError(.fileInvalid, "\(path) lasts longer than a day; give another file.")
    }
  }

  private static func failure(_ path: String, _ error: SystemError) -> HostError {
    switch error.code {
    case ENOENT, ENOTDIR: HostError(.fileNotFound, "There is no file \(path); check its name.")
    case EISDIR: HostError(.fileInvalid, "\(path) is a folder; give the name of a MIDI file.")
    default: HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
  }

  /// Reads a Standard MIDI File, also one with what is forbidden in some.
  ///
  /// - Throws: As `init(atPath:warnings:)`.
  public init(atPath path: String) throws(HostError) {
    var warnings: [MIDIFileWarning] = []
    try self.init(atPath: path, warnings: &warnings)
  }
}
