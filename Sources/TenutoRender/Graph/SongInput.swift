public import TenutoMIDI

/// A MIDI file that plays into the graph, as the engine's transport goes.
///
/// Its events come out in MIDI 2.0 protocol, each at its frame. Where the transport stops, jumps or
/// repeats, notes that sound end, and controllers, programs and bends stand as they do at that place of
/// the file.
public struct SongInput: Sendable, Equatable {
  /// Whether the transport repeats it from its end on.
  public var isLooped = false
  /// Tracks of the file that are heard, from 0; nil for all.
  public var tracks: Set<Int>?
  /// Seconds of the music at which an engine with a transport of its own begins.
  public var start = 0.0
  private let score: Score

  /// What the file says: shared by all copies, and the same only where it is the same reading of it.
  private final class Score: Sendable {
    let song: Song
    let timeline: MusicalTimeline

    init(_ song: Song) {
      self.song = song
      timeline = MusicalTimeline(song)
    }
  }

  /// Plays a song from its start.
  ///
  /// Thread: control.
  public init(_ song: Song) { score = Score(song) }

  /// Whether both play the same tracks of the same reading of a file.
  public static func == (left: SongInput, right: SongInput) -> Bool {
    left.score === right.score && left.isLooped == right.isLooped && left.tracks == right.tracks
      && left.start == right.start
  }

  /// What is played, of all tracks.
  public var song: Song { score.song }

  /// When its beats are, until its end.
  public var timeline: MusicalTimeline {
    var timeline = score.timeline
    timeline.duration = song.duration
    timeline.start = start
    if isLooped { timeline.loop = 0..<timeline.beat(atSeconds: song.duration) }
    return timeline
  }

  /// The events that are heard, in the order of time.
  var events: some Sequence<SongEvent> {
    song.events.lazy.filter { [tracks] in tracks?.contains($0.track) ?? true }
  }
}

extension Graph {
  /// Adds a song that plays a node.
  @discardableResult
  public mutating func add(_ song: Song, playing node: NodeID) -> NodeID {
    let source = add(.song(SongInput(song)), name: "song")
    connectMIDI(source, to: node)
    return source
  }

  /// The songs among its nodes.
  public var songs: [SongInput] {
    nodes.compactMap { node in
      if case .song(let song) = node.content { song } else { nil }
    }
  }

  /// When its beats are, where it says so; the first song says so for all.
  ///
  /// It lasts as long as the longest song, and repeats where any song does.
  package var musicTimeline: MusicalTimeline? {
    if let timeline { return timeline }
    let songs = songs
    guard var timeline = songs.first?.timeline else { return nil }
    timeline.duration = songs.map(\.song.duration).max()
    if let looped = songs.first(where: \.isLooped) { timeline.loop = looped.timeline.loop }
    return timeline
  }
}
