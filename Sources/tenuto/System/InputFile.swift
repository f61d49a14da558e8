import Glibc
import TenutoMIDI
import TenutoRender
import TenutoSystem

/// Reads the user's files.
enum InputFile {
  /// Reads the song of a Standard MIDI File, and warns about violations of the format.
  ///
  /// - Throws: As `Song.init(atPath:warnings:)`.
  static func song(_ path: String) throws(HostError) -> Song {
    var warnings: [MIDIFileWarning] = []
    let song = try Song(bytes(path), of: path, warnings: &warnings)
    for warning in warnings { Output.note("\(path): \(warning)") }
    return song
  }

  /// Reads a whole file or pipe.
  ///
  /// - Throws: An error if it cannot be read.
  static func bytes(_ path: String) throws(HostError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, errorNumber: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path, errorNumber: errno) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= Song.fileLimit else { throw .tooLong(path) }
    }
  }
}
