/// A Standard MIDI File of format 0, 1 or 2, as a value.
///
/// Each parsed track ends with `.endOfTrack`, even if the file had none. Chunks of unknown
/// types are dropped.
///
/// The corresponding standard is Standard MIDI Files 1.0 (RP-001).
public struct StandardMIDIFile: Sendable, Hashable {
  /// The relation of the tracks.
  public var format: Format

  /// The unit of the ticks.
  public var division: Division

  /// The tracks, each in time order.
  public var tracks: [[TrackEvent]]

  /// Creates a file from its parts.
  ///
  /// Thread: any.
  public init(format: Format, division: Division, tracks: [[TrackEvent]]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// The relation of a file's tracks; the raw value is the number in the header.
  public enum Format: UInt16, Sendable {
    /// One track with all channels.
    case singleTrack = 0

    /// Tracks that sound together; the first one has the tempo.
    case simultaneous = 1

    /// Tracks that are independent pieces.
    case sequential = 2
  }

  /// The unit of the ticks.
  public enum Division: Sendable, Hashable {
    /// Ticks of a quarter note, 1 to 32767; their length depends on the tempo.
    case ticksPerQuarter(UInt16)

    /// Ticks of a fixed length, independent of the tempo.
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
