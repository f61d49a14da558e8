public import TenutoMIDIMessages

/// The receiver of an input's events.
///
/// All functions are called on a thread of the input's own, one at a time and in the order of
/// arrival, so they may be slow without delaying other inputs. Only a parameter without its other
/// half is reported on a thread of the manager.
public enum MIDIReceiver: Sendable {
  /// Handles simultaneous events.
  ///
  /// The time is in nanoseconds of `CLOCK_MONOTONIC`, exact to the frame. The source is nil for a
  /// virtual input, which mixes all its connections.
  public typealias EventsHandler =
    @Sendable (
      _ events: [MIDIEvent], _ timeStamp: UInt64, _ source: MIDIOutputEndpoint?
    ) -> Void
  /// Handles a line of text.
  public typealias EventsLoggingHandler = @Sendable (_ eventString: String) -> Void
  /// Handles a packet.
  public typealias RawDataHandler = @Sendable (_ packet: AnyMIDIPacket) -> Void
  /// Handles a line of hexadecimal text.
  public typealias RawDataLoggingHandler = @Sendable (_ packetBytesString: String) -> Void

  /// Several receivers, one after another.
  case group([MIDIReceiver])
  /// A function for events.
  case events(options: MIDIReceiverOptions = [], _ handler: EventsHandler)
  /// A function for events as text; without one, debug builds print them.
  case eventsLogging(options: MIDIReceiverOptions = [], _ handler: EventsLoggingHandler? = nil)
  /// A function for unchanged packets.
  case rawData(_ handler: RawDataHandler)
  /// A function for packets as text; without one, debug builds print them.
  case rawDataLogging(_ handler: RawDataLoggingHandler? = nil)
  /// An object with a strong reference.
  case strong(_ object: any ReceivesMIDIEvents, options: MIDIReceiverOptions = [])
  /// An object with a weak reference; events are dropped once it is released.
  case weak(_ object: any ReceivesMIDIEvents, options: MIDIReceiverOptions = [])
}

/// An object that receives events.
public protocol ReceivesMIDIEvents: AnyObject, Sendable {
  /// Handles simultaneous events; see `MIDIReceiver.EventsHandler`.
  func midiIn(events: [MIDIEvent], timeStamp: UInt64, source: MIDIOutputEndpoint?)
}

/// The processing of events before a receiver gets them.
public struct MIDIReceiverOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A MIDI 1.0 note on with velocity 0 becomes a note off.
  public static var translateMIDI1NoteOnZeroVelocityToNoteOff: Self { Self(rawValue: 1) }

  /// Active sensing and timing clock are dropped.
  public static var filterActiveSensingAndClock: Self { Self(rawValue: 2) }

  /// A parameter of which only the data entry MSB has arrived waits for its LSB.
  ///
  /// It waits until another message of its channel shows that no LSB follows, but at most 50 ms.
  /// Without this option, an MSB is an event at once, and a later LSB is another one.
  public static var bundleRPNAndNRPNDataEntryLSB: Self { Self(rawValue: 4) }
}

/// An unchanged packet.
public enum AnyMIDIPacket: Sendable, Hashable {
  /// MIDI 1.0 bytes; a SysEx comes in parts.
  case packet(MIDIPacketData)
  /// The words of a Universal MIDI Packet.
  case universalPacket(UniversalMIDIPacketData)

  /// The bytes; each word's highest byte comes first.
  public var bytes: [UInt8] {
    switch self {
    case .packet(let data): data.bytes
    case .universalPacket(let data):
      data.words.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    }
  }

  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public var timeStamp: UInt64 {
    switch self {
    case .packet(let data): data.timeStamp
    case .universalPacket(let data): data.timeStamp
    }
  }

  /// The source, or nil at a virtual input.
  public var source: MIDIOutputEndpoint? {
    switch self {
    case .packet(let data): data.source
    case .universalPacket(let data): data.source
    }
  }
}

/// Unchanged MIDI 1.0 bytes.
public struct MIDIPacketData: Sendable, Hashable {
  /// The bytes.
  public let bytes: [UInt8]
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public let timeStamp: UInt64
  /// The source, or nil at a virtual input.
  public let source: MIDIOutputEndpoint?
}

/// The unchanged words of a Universal MIDI Packet.
public struct UniversalMIDIPacketData: Sendable, Hashable {
  /// The words, one to four.
  public let words: [UInt32]
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public let timeStamp: UInt64
  /// The source, or nil at a virtual input.
  public let source: MIDIOutputEndpoint?
}
