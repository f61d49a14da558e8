import ArgumentParser
import Glibc
import TenutoMIDI

/// Writes the song as a Standard MIDI File to the path that is the only argument.
///
/// It shows how to make a `StandardMIDIFile` from notes alone; `Canon.swift` has the score.
@main
struct WriteSong: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "WriteSong", abstract: "Writes Pachelbel's canon as a Standard MIDI File.")

  @Argument(help: "The MIDI file to write; one of that name is replaced.") var path: String

  func run() throws {
    let file = try Self.makeFile()
    guard Self.write(file.serialized(), to: path) else { throw NotWritten(path: path) }
    print(Self.summary(of: file, path: path))
  }

  private struct NotWritten: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) cannot be written; check its folder and the disk." }
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
  /// Writes bytes to a file, replacing an existing one, and returns whether all were written.
  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let stream = unsafe fopen(path, "wb") else { return false }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    let isClosed = unsafe fclose(stream) == 0
    return count == bytes.count && isClosed
  }
}
