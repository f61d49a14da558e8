public import TenutoMIDI

/// A MIDI Clip File (`.midi2`, "SMF2CLIP"): one sequence of Universal MIDI Packets.
///
/// Packets of all message types are kept, including reserved ones. The structural messages (delta
/// clockstamps, ticks of a quarter note, start and end of clip) are not in the lists: the reader
/// removes them and the writer adds them.
///
/// The corresponding standard is MIDI Clip File (M2-116-U); its messages are defined in M2-104-UM.
public struct MIDIClipFile: Sendable, Hashable {
  /// Ticks of a quarter note, 1 to 65535.
  public var ticksPerQuarter: UInt16

  /// The profile configuration messages before the first clockstamp of the file.
  public var profiles: [UMP]

  /// The messages that set up a receiver before the clip starts, in the order of time; their ticks
  /// count from the start of the header.
  public var configuration: [MIDIClipEvent]

  /// The clip, in the order of time; its ticks count from the start of the clip.
  public var events: [MIDIClipEvent]

  /// The tick of the end of the clip.
  public var length: UInt32

  /// Creates a file from its parts.
  ///
  /// Thread: any.
  public init(
    ticksPerQuarter: UInt16, profiles: [UMP] = [], configuration: [MIDIClipEvent] = [],
    events: [MIDIClipEvent], length: UInt32
  ) {
    self.ticksPerQuarter = ticksPerQuarter
    self.profiles = profiles
    self.configuration = configuration
    self.events = events
    self.length = length
  }
}

/// A packet of a MIDI Clip File, and when it happens.
public struct MIDIClipEvent: BitwiseCopyable, Sendable, Hashable {
  /// Ticks from the start of the list; the file stores the difference from the previous event.
  public var tick: UInt32

  /// The messages.
  public var ump: UMP

  /// Creates an event.
  ///
  /// Thread: any.
  public init(tick: UInt32, ump: UMP) {
    self.tick = tick
    self.ump = ump
  }
}

extension MIDIClipFile {
  /// The protocol in which a clip has the channel voice messages of a Standard MIDI File.
  public enum VoiceProtocol: Sendable, Hashable {
    /// MIDI 1.0 (message type 2): the messages as they are in the file.
    case midi1

    /// MIDI 2.0 (message type 4), translated by `MIDI1ToMIDI2Translator`.
    case midi2
  }
}
