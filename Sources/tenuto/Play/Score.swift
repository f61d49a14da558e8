import TenutoMIDI
import TenutoSystem

/// The song to play.
struct Score {
  /// The absolute path.
  let path: String
  /// The song.
  let song: Song
  /// The song's title, or the file's name.
  let title: String

  /// Reads the MIDI file at `path`.
  ///
  /// - Throws: An error if the file is invalid.
  init(path: String) throws(HostError) {
    self.path = AbsolutePath.of(path)
    song = try InputFile.song(path)
    title = (song.title ?? Self.lastName(of: path)).printable
  }

  private static func lastName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
