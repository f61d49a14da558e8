public import TenutoMIDI

/// A MIDI file that plays into the graph and follows the engine's transport.
///
/// Its events are sent in MIDI 2.0 protocol, each at its frame. When the transport stops, jumps or
/// loops, sounding notes end, and controllers, programs and bends get their values at the new
/// position of the file.
public struct SongInput: Sendable, Equatable {
  /// Whether the transport loops it.
  public var isLooped = false
  /// The audible tracks of the file, from 0; nil for all.
  public var tracks: Set<Int>?
  /// The position in the music, in seconds, at which an engine's own transport starts.
  public var start = 0.0
  private let score: Score

  /// The content of the file, shared by all copies; equal only for the same reading of the file.
  private final class Score: Sendable {
    let song: Song
    let timeline: MusicalTimeline

    init(_ song: Song) {
      self.song = song
      timeline = MusicalTimeline(song)
    }
  }

  /// Creates an input that plays a song from its start.
  ///
  /// Thread: control.
  public init(_ song: Song) { score = Score(song) }

  /// Whether both play the same tracks of the same reading of a file.
  public static func == (left: SongInput, right: SongInput) -> Bool {
    left.score === right.score && left.isLooped == right.isLooped && left.tracks == right.tracks
      && left.start == right.start
  }

  /// The song with all tracks.
  public var song: Song { score.song }

  /// The tempo and meter of the song, until its end.
  public var timeline: MusicalTimeline {
    var timeline = score.timeline
    timeline.duration = song.duration
    timeline.start = start
    if isLooped { timeline.loop = 0..<timeline.beat(atSeconds: song.duration) }
    return timeline
  }

  /// The audible events, in the order of time.
  var events: some Sequence<SongEvent> {
    song.events.lazy.filter { [tracks] in tracks?.contains($0.track) ?? true }
  }
}

extension Graph {
  /// Adds a song that plays into a node.
  @discardableResult
  public mutating func add(_ song: Song, playing node: NodeID) -> NodeID {
    let source = add(.song(SongInput(song)), name: "song")
    connectMIDI(source, to: node)
    return source
  }

  /// The songs of the graph's nodes.
  public var songs: [SongInput] {
    nodes.compactMap { node in
      if case .song(let song) = node.content { song } else { nil }
    }
  }

  /// The tempo and meter of the graph: its own, or those of its first song.
  ///
  /// It lasts as long as the longest song, and loops if any song does.
  package var musicTimeline: MusicalTimeline? {
    if let timeline { return timeline }
    let songs = songs
    guard var timeline = songs.first?.timeline else { return nil }
    timeline.duration = songs.map(\.song.duration).max()
    if let looped = songs.first(where: \.isLooped) { timeline.loop = looped.timeline.loop }
    return timeline
  }
}
