import Glibc
import TenutoMIDI

/// Writes the song as a Standard MIDI File to the path that is the only argument.
///
/// It shows how a `StandardMIDIFile` is made from nothing but notes; `Canon.swift` has the score.
@main
enum WriteSong {
  static func main() {
    guard CommandLine.arguments.count == 2 else { fail("Usage: WriteSong <path>") }
    let path = CommandLine.arguments[1]
    do {
      let file = try makeFile()
      guard write(file.serialized(), to: path) else { fail("Cannot write \(path).") }
      print(summary(of: file, path: path))
    } catch {
      fail("\(error)")
    }
  }

  private static func makeFile() throws(NotationError) -> StandardMIDIFile {
    var tracks = [Conductor.track()]
    for (channel, part) in Canon.parts.enumerated() {
      tracks.append(try Player(part, channel: UInt8(channel)).track())
    }
    let division = StandardMIDIFile.Division.ticksPerQuarter(UInt16(Ticks.quarter))
    return StandardMIDIFile(format: .simultaneous, division: division, tracks: tracks)
  }

  private static func summary(of file: StandardMIDIFile, path: String) -> String {
    let song = Song(file)
    let noteCount = song.events.count { $0.ump.opcode == 0x9 }
    let seconds = (song.duration * 10).rounded() / 10
    return "\(song.title ?? ""): \(seconds) s, \(noteCount) notes, \(path)"
  }
}

// MARK: - Output

extension WriteSong {
  /// Writes bytes to a file, which is replaced if it is there, and tells whether all arrived.
  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let stream = unsafe fopen(path, "wb") else { return false }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    let isClosed = unsafe fclose(stream) == 0
    return count == bytes.count && isClosed
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, line, line.count)
    exit(1)
  }
}
