/// A Standard MIDI File of format 0, 1 or 2, as a value.
///
/// Each track that was read ends with `.endOfTrack`, also where the file had none. Chunks of unknown
/// types are not kept.
///
/// The corresponding standard is Standard MIDI Files 1.0 (RP-001).
public struct StandardMIDIFile: Sendable, Hashable {
  /// How the tracks belong together.
  public var format: Format

  /// What a tick is.
  public var division: Division

  /// The tracks, each in the order of time.
  public var tracks: [[TrackEvent]]

  /// Creates a file from its parts.
  ///
  /// Thread: any.
  public init(format: Format, division: Division, tracks: [[TrackEvent]]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// How the tracks of a file belong together; the raw value is the number in the header.
  public enum Format: UInt16, Sendable {
    /// One track with all channels.
    case singleTrack = 0

    /// Tracks that sound together; the first one has the tempo.
    case simultaneous = 1

    /// Tracks that are pieces of their own.
    case sequential = 2
  }

  /// The unit of the ticks.
  public enum Division: Sendable, Hashable {
    /// Ticks of a quarter note, 1 to 32767; their length depends on the tempo.
    case ticksPerQuarter(UInt16)

    /// Ticks of a fixed length, whatever the tempo.
    case smpte(framesPerSecond: FrameRate, ticksPerFrame: UInt8)
  }

  /// The SMPTE frame rates of film and television.
  public enum FrameRate: UInt8, Sendable {
    /// Film.
    case fps24 = 24

    /// European television.
    case fps25 = 25

    /// American colour television: 30000/1001 frames per second, written as 29.
    case fps29 = 29

    /// American black-and-white television.
    case fps30 = 30
  }
}
