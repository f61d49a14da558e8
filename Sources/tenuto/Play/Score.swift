import TenutoHost
import TenutoMIDI

/// The song that a user named.
struct Score {
  /// What is played.
  let song: Song
  /// When its beats are.
  let timeline: MusicalTimeline
  /// Its title, or the file's name.
  let title: String

  /// Reads the MIDI file at `path`.
  ///
  /// - Throws: What is wrong with the file.
  init(path: String) throws(HostError) {
    song = try InputFile.song(path)
    timeline = MusicalTimeline(song)
    title = (song.title ?? Self.lastName(of: path)).printable
  }

  private static func lastName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
