/// What a Standard MIDI File sounds like: its playable events in one list, in the order of time.
///
/// The tracks of formats 0 and 1 sound together. Those of format 2 are played one after the other,
/// each with its own tempos. Events at the same tick keep the order of their tracks and, in a track,
/// of the file, so a note off before a note on of the same key stays before it.
public struct Song: Sendable, Hashable {
  /// The events in the order of time.
  public let events: [SongEvent]

  /// The time of the last event in seconds, with metas and the end of track.
  public let duration: Double

  /// The first sequence or track name (meta 3), without control characters; nil if there is none.
  public let title: String?

  /// Creates a song from a file.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile) {
    var builder = SongBuilder()
    if file.format == .sequential {
      for track in file.tracks.indices {
        builder.append(tracks: track..<track + 1, of: file, TempoMap(file, track: track))
      }
    } else {
      builder.append(tracks: file.tracks.indices, of: file, TempoMap(file))
    }
    events = builder.events
    duration = builder.duration
    title = SongBuilder.title(of: file)
  }

  /// Returns the events with frames in place of seconds, in the same order.
  ///
  /// Thread: control.
  ///
  /// - Parameter sampleRate: Frames per second; must be finite and above 0, or it traps at runtime.
  /// - Returns: Events at `(seconds * sampleRate).rounded()`.
  public func events(atSampleRate sampleRate: Double) -> [SongFrameEvent] {
    precondition(sampleRate.isFinite && sampleRate > 0, "a sample rate is above 0")
    return events.map { SongFrameEvent(frame: frame($0.seconds * sampleRate), ump: $0.ump) }
  }

  /// Rounds to a frame; a time beyond 64 bits, which only a hostile file has, counts as the last one.
  ///
  /// By hand: the library's rounding needs libm, which a program of this module alone may not link.
  private func frame(_ position: Double) -> Int64 {
    guard position < 0x1p62 else { return .max }
    let whole = Int64(position)
    return position - Double(whole) < 0.5 ? whole : whole + 1
  }
}

/// One playable event of a song.
public struct SongEvent: BitwiseCopyable, Sendable, Hashable {
  /// Seconds from the start of the song.
  public let seconds: Double

  /// Ticks from the start of the event's track.
  public let tick: UInt32

  /// The index of the track in the file.
  public let track: Int

  /// The message in group 0: type 2 for a channel, 1 for the system, 3 for a part of a SysEx.
  ///
  /// All parts of one SysEx follow each other at one time.
  public let ump: UMP

  /// The message as MIDI 1.0 bytes.
  public var bytes: MIDI1Bytes { MIDI1Bytes(ump) }
}

/// One playable event of a song at a sample rate.
public struct SongFrameEvent: BitwiseCopyable, Sendable, Hashable {
  /// Frames from the start of the song.
  public let frame: Int64

  /// The message in group 0.
  public let ump: UMP

  /// Puts a message at a frame.
  public init(frame: Int64, ump: UMP) {
    self.frame = frame
    self.ump = ump
  }
}
