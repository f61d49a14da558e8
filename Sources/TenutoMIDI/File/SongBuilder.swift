/// Merges tracks into the events of a song.
struct SongBuilder {
  private(set) var events: [SongEvent] = []

  /// Seconds from the start to the end of what was appended.
  private(set) var duration = 0.0

  init() {}

  /// Appends tracks that sound together, after what is there already.
  mutating func append(tracks: Range<Int>, of file: StandardMIDIFile, _ map: TempoMap) {
    let start = duration
    var merged: [SongEvent] = []
    var lastTick: UInt32 = 0
    for track in tracks {
      var player = TrackPlayer()
      for event in file.tracks[track] {
        lastTick = max(lastTick, event.tick)
        let seconds = start + map.seconds(atTick: event.tick)
        for ump in player.play(event.message) {
          merged.append(SongEvent(seconds: seconds, tick: event.tick, track: track, ump: ump))
        }
      }
    }
    // By hand stable: the standard library does not promise that its sort is.
    let order = merged.indices.sorted { (merged[$0].tick, $0) < (merged[$1].tick, $1) }
    events += order.map { merged[$0] }
    duration = start + map.seconds(atTick: lastTick)
  }

  /// Finds the first name in the file.
  static func title(of file: StandardMIDIFile) -> String? {
    for event in file.tracks.joined() {
      guard case .meta(type: 3, let data) = event.message else { continue }
      let title = text(data)
      if !title.isEmpty { return title }
    }
    return nil
  }

  /// Leaves out control characters: the text may come from anywhere and be shown on a terminal.
  private static func text(_ data: [UInt8]) -> String {
    var scalars = String(metaText: data).unicodeScalars
    scalars.removeAll { $0.properties.generalCategory == .control }
    return String(scalars)
  }
}
