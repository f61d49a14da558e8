import Glibc
import TenutoHost
import TenutoMIDI

/// Reads files that the user names.
enum InputFile {
  /// The largest file that is read, in bytes.
  private static let limit = 256 << 20

  /// Reads the song of a Standard MIDI File, and notes what in the file is forbidden.
  ///
  /// - Throws: As `Song.init(atPath:warnings:)`.
  static func song(_ path: String) throws(HostError) -> Song {
    var warnings: [MIDIFileWarning] = []
    let song = try Song(atPath: path, warnings: &warnings)
    for warning in warnings { Output.note("\(path): \(warning)") }
    return song
  }

  /// Reads a whole file.
  ///
  /// - Throws: A `Failure` that says what is wrong with it.
  static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw .work("\(path) is longer than \(limit >> 20) MiB; give a MIDI file.")
      }
    }
  }

  private static func failure(_ path: String, _ number: CInt) -> Failure {
    switch number {
    case ENOENT, ENOTDIR: .work("There is no file \(path); check its name.")
    case EACCES: .work("\(path) may not be read; change its permissions or give another file.")
    case EISDIR: .work("\(path) is a folder; give the name of a MIDI file.")
    default:
      .work("\(path) cannot be read: \(unsafe String(cString: strerror(number))); check the disk.")
    }
  }
}
