/// The playable events of a Standard MIDI File in time order.
///
/// The tracks of formats 0 and 1 sound together. Those of format 2 are played one after the other,
/// each with its own tempos. Events at the same tick keep the order of their tracks and, in a track,
/// of the file, so a note off before a note on of the same key stays before it.
public struct Song: Sendable {
  /// The duration in seconds up to the last event, including metas and the end of track.
  public let duration: Double

  /// The first sequence or track name (meta 3), without control characters; nil if none exists.
  public var title: String? { tracks.title }

  /// The unit of the ticks.
  public var division: StandardMIDIFile.Division { tracks.division }

  private let tracks: SongTracks
  private let firstPart: SongPart

  /// Creates a song from a file; events after an end of track are ignored.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile) {
    var warnings: [MIDIFileWarning] = []
    // Bytes just written are always valid.
    let tracks = try? SongTracks(parsing: file.serialized(), warnings: &warnings)
    self.init(tracks ?? SongTracks())
  }

  /// Reads a song from the bytes of a Standard MIDI File or a RIFF container of one.
  ///
  /// The bytes are not trusted, as in `StandardMIDIFile.init(parsing:)`. A song is as large as its
  /// bytes and its tempos, which are less than three times as large.
  ///
  /// Thread: control.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `MIDIFileError` with the position of the first error.
  public init(parsing bytes: [UInt8]) throws(MIDIFileError) {
    var warnings: [MIDIFileWarning] = []
    try self.init(parsing: bytes, warnings: &warnings)
  }

  /// Reads a song from the bytes of a file, and reports violations of the standard.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - warnings: Receives the violations of the standard that were tolerated.
  /// - Throws: `MIDIFileError` with the position of the first error.
  public init(
    parsing bytes: [UInt8], warnings: inout [MIDIFileWarning]
  ) throws(MIDIFileError) {
    self.init(try SongTracks(parsing: bytes, warnings: &warnings))
  }

  private init(_ tracks: SongTracks) {
    self.tracks = tracks
    let hasParts = tracks.partCount > 0
    firstPart =
      hasParts
      ? tracks.part(0)
      : SongPart(tempoMap: TempoMap(division: tracks.division, capacity: 0), lastTick: 0)
    var duration = firstPart.duration
    for index in 0..<tracks.partCount where index > 0 { duration += tracks.part(index).duration }
    self.duration = duration
  }

  /// The events in time order.
  public var events: SongEvents { SongEvents(tracks: tracks, firstPart: firstPart) }

  /// The pieces, played one after the other: one, or one per track of format 2.
  public var parts: some Sequence<SongPart> {
    let (tracks, first) = (tracks, firstPart)
    return (0..<tracks.partCount).lazy.map { $0 == 0 ? first : tracks.part($0) }
  }

  /// Returns the events with frames in place of seconds, in the same order.
  ///
  /// Thread: control.
  ///
  /// - Parameter sampleRate: Frames per second; must be finite and above 0, or it traps at runtime.
  /// - Returns: Events at `(seconds * sampleRate).rounded()`, made while they are iterated over.
  public func events(atSampleRate sampleRate: Double) -> some Sequence<SongFrameEvent> {
    precondition(sampleRate.isFinite && sampleRate > 0, "a sample rate is above 0")
    return events.lazy.map { event in
      SongFrameEvent(
        frame: Self.frame(atSeconds: event.seconds, sampleRate: sampleRate), ump: event.ump)
    }
  }

  /// The frame of a song's time; a time beyond 64 bits, which only a hostile file has, is clamped.
  ///
  /// Rounded by hand: the library's rounding needs libm, which a program of this module alone may
  /// not link.
  package static func frame(atSeconds seconds: Double, sampleRate: Double) -> Int64 {
    let position = seconds * sampleRate
    guard position < 0x1p62 else { return .max }
    let whole = Int64(position)
    return position - Double(whole) < 0.5 ? whole : whole + 1
  }
}

extension Song: Equatable {
  /// Returns whether two songs have the same events and the same duration.
  ///
  /// Thread: control.
  public static func == (left: Song, right: Song) -> Bool {
    left.duration == right.duration && left.title == right.title
      && left.events.elementsEqual(right.events)
  }
}

/// A piece of a song: tracks that sound together.
public struct SongPart: Sendable, Hashable {
  /// The times of its ticks, from the start of the piece.
  public let tempoMap: TempoMap

  /// Ticks from its start to its last event.
  public let lastTick: UInt32

  /// Seconds from its start to its last event.
  public var duration: Double { tempoMap.seconds(atTick: lastTick) }
}

/// One playable event of a song.
public struct SongEvent: BitwiseCopyable, Sendable, Hashable {
  /// Seconds from the start of the song.
  public internal(set) var seconds: Double

  /// Ticks from the start of the event's track.
  public internal(set) var tick: UInt32

  /// The index of the track in the file.
  public internal(set) var track: Int

  /// The message in group 0: type 2 for a channel, 1 for the system, 3 for a part of a SysEx.
  ///
  /// All parts of one SysEx are adjacent and have the same time.
  public internal(set) var ump: UMP

  /// The message as MIDI 1.0 bytes.
  public var bytes: MIDI1Bytes { MIDI1Bytes(ump) }
}

/// One playable event of a song at a sample rate.
public struct SongFrameEvent: BitwiseCopyable, Sendable, Hashable {
  /// Frames from the start of the song.
  public let frame: Int64

  /// The message in group 0.
  public let ump: UMP

  /// Creates an event at a frame.
  public init(frame: Int64, ump: UMP) {
    self.frame = frame
    self.ump = ump
  }
}
