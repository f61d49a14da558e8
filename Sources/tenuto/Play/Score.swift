import TenutoMIDI
import TenutoSystem

/// The song that a user named.
struct Score {
  /// Where it is, from the root.
  let path: String
  /// What is played.
  let song: Song
  /// Its title, or the file's name.
  let title: String

  /// Reads the MIDI file at `path`.
  ///
  /// - Throws: What is wrong with the file.
  init(path: String) throws(HostError) {
    self.path = AbsolutePath.of(path)
    song = try InputFile.song(path)
    title = (song.title ?? Self.lastName(of: path)).printable
  }

  private static func lastName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
