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

  /// The longest song, in seconds: what lasts longer is a damaged file.
  private static let limit = 24.0 * 3600

  /// Reads the MIDI file at `path`.
  ///
  /// - Throws: A `Failure` that says what is wrong with the file.
  init(path: String) throws(Failure) {
    song = try InputFile.song(path)
    timeline = MusicalTimeline(song)
    title = (song.title ?? Self.lastName(of: path)).printable
    guard song.duration <= Self.limit else {
      throw .work(
        "\(path) lasts \(Numbers.time(song.duration)) hours, longer than a day; give another file.")
    }
  }

  private static func lastName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
