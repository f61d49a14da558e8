/// The tracks of a file in its bytes, which have been validated before.
struct SongTracks: Sendable {
  let bytes: [UInt8]
  let format: StandardMIDIFile.Format
  let division: StandardMIDIFile.Division

  /// The range of each track's content.
  private(set) var ranges: [Range<Int>] = []

  /// The first sequence or track name that is not empty, without control characters.
  private(set) var title: String?

  /// Validates a whole file, and keeps only its bytes.
  init(parsing bytes: [UInt8], warnings: inout [MIDIFileWarning]) throws(MIDIFileError) {
    var content = try MIDIFileTracks(bytes.span)
    self.bytes = bytes
    format = content.format
    division = content.division
    while content.remaining > 0 {
      let track = try content.next()
      ranges.append(track.rest)
      var reader = TrackReader(track)
      while !reader.isAtEnd {
        try reader.readDelta()
        let message = try reader.readMessage()
        if title == nil, case .meta(type: 3, let data) = message { title = Self.text(data) }
        if message.isEndOfTrack { break }
      }
      warnings.add(reader.warning)
    }
  }

  /// A file without tracks.
  init() {
    bytes = []
    format = .singleTrack
    division = .ticksPerQuarter(1)
  }

  /// The number of pieces, played one after the other.
  var partCount: Int { format == .sequential ? ranges.count : 1 }

  /// The tracks of a piece.
  func tracks(ofPart part: Int) -> Range<Int> {
    format == .sequential ? part..<part + 1 : ranges.indices
  }

  /// Starts to read the events of a piece.
  func merge(part: Int) -> TrackMerge {
    TrackMerge(bytes, ranges[tracks(ofPart: part)])
  }

  /// Computes the tempos of a piece and its length.
  func part(_ part: Int) -> SongPart {
    var tempoMap = TempoMap(division: division, capacity: tempoCount(part))
    var merge = merge(part: part)
    while let (_, event) = merge.next() { tempoMap.take(event) }
    return SongPart(tempoMap: tempoMap, lastTick: merge.lastTick)
  }

  /// The maximum number of tempos of a piece, to allocate them at once.
  private func tempoCount(_ part: Int) -> Int {
    var count = 0
    for range in ranges[tracks(ofPart: part)] {
      var reader = TrackReader(bytes.span, at: TrackCursor(range))
      while !reader.isAtEnd, (try? reader.readDelta()) != nil,
        let message = try? reader.readMessage(), !message.isEndOfTrack
      {
        if case .meta(type: 0x51, _) = message { count += 1 }
      }
    }
    return count
  }

  /// Removes control characters: the text is untrusted and may be shown on a terminal.
  private static func text(_ data: [UInt8]) -> String? {
    var scalars = String(metaText: data).unicodeScalars
    scalars.removeAll { $0.properties.generalCategory == .control }
    return scalars.isEmpty ? nil : String(scalars)
  }
}
