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

  /// Reads UTF-8, or Latin-1 as old files have it, and leaves out control characters: the text may
  /// come from anywhere and be shown on a terminal.
  private static func text(_ data: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    if let text = String(validating: data, as: UTF8.self) {
      scalars.append(contentsOf: text.unicodeScalars)
    } else {
      scalars.append(contentsOf: data.map { Unicode.Scalar($0) })
    }
    scalars.removeAll { $0.properties.generalCategory == .control }
    return String(scalars)
  }
}

/// Turns the events of one track into packets, and joins a SysEx that stands in several events.
private struct TrackPlayer {
  /// The bytes of a SysEx that is not complete, with its F0.
  private var sysEx: [UInt8]?

  init() {}

  mutating func play(_ message: TrackEvent.Message) -> [UMP] {
    switch message {
    case .channel(let channel):
      return [channel.ump()]
    case .sysEx(let data):
      sysEx = [0xF0]
      return extendSysEx(data)
    case .escape(let data):
      return sysEx == nil ? Self.parse(data) : extendSysEx(data)
    case .meta:
      return []
    }
  }

  /// Adds data to the open SysEx, and returns its packets at the end of it.
  ///
  /// In place: copying would take quadratic time over a SysEx of very many small parts.
  private mutating func extendSysEx(_ data: [UInt8]) -> [UMP] {
    sysEx?.append(contentsOf: data)
    guard data.last == 0xF7, let whole = sysEx else { return [] }
    sysEx = nil
    return Self.parse(whole)
  }

  private static func parse(_ bytes: [UInt8]) -> [UMP] {
    var parser = MIDI1Parser()
    return bytes.compactMap { parser.parse($0) }
  }
}
