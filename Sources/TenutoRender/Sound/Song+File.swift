internal import Glibc
public import TenutoSystem
internal import TenutoTransport
public import TenutoMIDI

extension Song {
  /// The largest MIDI file that is read, in bytes, ten times the largest in use.
  package static var fileLimit: Int { 256 << 20 }
  /// The longest song, in seconds: a longer one comes from a damaged file.
  private static var longest: Double { 24 * 3600 }

  /// Reads a Standard MIDI File; refuses a pipe or a device, which could block.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - warnings: Violations of the standard in the file that were tolerated.
  /// - Throws: `.fileNotFound`, `.permissionDenied` or `.fileReadFailed` with advice;
  ///   `.fileInvalid` with the first invalid byte.
  public init(atPath path: String, warnings: inout [MIDIFileWarning]) throws(HostError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: Self.fileLimit)
    } catch {
      throw .unreadable(path, errorNumber: error.code)
    }
    try self.init(bytes, of: path, warnings: &warnings)
  }

  /// Parses the bytes of a Standard MIDI File from `path`.
  ///
  /// - Throws: `.fileInvalid`, as `init(atPath:warnings:)`.
  package init(
    _ bytes: [UInt8], of path: String, warnings: inout [MIDIFileWarning]
  ) throws(HostError) {
    guard bytes.count <= Self.fileLimit else { throw .tooLong(path) }
    do throws(MIDIFileError) {
      try self.init(parsing: bytes, warnings: &warnings)
    } catch {
      let reason = error.description.trimmingPeriod
      throw HostError(
        .fileInvalid,
        "\(path) is not a valid MIDI file: \(reason.prefix(1).lowercased() + reason.dropFirst()); "
          + "give another file.")
    }
    guard duration <= Self.longest else {
      throw HostError(.fileInvalid, "\(path) lasts longer than a day; give another file.")
    }
  }

  /// Reads a Standard MIDI File, tolerating some violations of the standard.
  ///
  /// - Throws: As `init(atPath:warnings:)`.
  public init(atPath path: String) throws(HostError) {
    var warnings: [MIDIFileWarning] = []
    try self.init(atPath: path, warnings: &warnings)
  }
}

extension HostError {
  /// Returns the error for an unreadable MIDI file, from an error number of the system (`errno`).
  package static func unreadable(_ path: String, errorNumber: CInt) -> HostError {
    switch errorNumber {
    case ENOENT, ENOTDIR: HostError(.fileNotFound, "There is no file \(path); check its name.")
    case EACCES:
      HostError(
        .permissionDenied,
        "\(path) may not be read; change its permissions or give another file.")
    case EISDIR: HostError(.fileInvalid, "\(path) is a folder; give the name of a MIDI file.")
    default: HostError(.fileReadFailed, path: path, "cannot be read", errorNumber: errorNumber)
    }
  }

  /// Returns the error for a MIDI file that is too large.
  package static func tooLong(_ path: String) -> HostError {
    HostError(.fileInvalid, "\(path) is longer than \(Song.fileLimit >> 20) MiB; give a MIDI file.")
  }
}
