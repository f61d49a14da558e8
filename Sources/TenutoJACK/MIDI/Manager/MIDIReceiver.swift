public import TenutoMIDIMessages

/// Who gets the events of an input.
///
/// All of its functions are called on a thread of the input's own, one at a time and in the order of
/// arrival: they may take their time, and hold up nobody else. Only a parameter whose other half did
/// not come is told on a thread of the manager.
public enum MIDIReceiver: Sendable {
  /// Takes events of one moment.
  ///
  /// The time is in nanoseconds of `CLOCK_MONOTONIC`, exact to the frame. The source is nil for a
  /// virtual input, which mixes all that are connected to it.
  public typealias EventsHandler =
    @Sendable (
      _ events: [MIDIEvent], _ timeStamp: UInt64, _ source: MIDIOutputEndpoint?
    ) -> Void
  /// Takes a line of text.
  public typealias EventsLoggingHandler = @Sendable (_ eventString: String) -> Void
  /// Takes a packet.
  public typealias RawDataHandler = @Sendable (_ packet: AnyMIDIPacket) -> Void
  /// Takes a line of hexadecimal text.
  public typealias RawDataLoggingHandler = @Sendable (_ packetBytesString: String) -> Void

  /// Several, one after another.
  case group([MIDIReceiver])
  /// A function that takes events.
  case events(options: MIDIReceiverOptions = [], _ handler: EventsHandler)
  /// A function that takes events as text; without one, debug builds print them.
  case eventsLogging(options: MIDIReceiverOptions = [], _ handler: EventsLoggingHandler? = nil)
  /// A function that takes packets as they came.
  case rawData(_ handler: RawDataHandler)
  /// A function that takes packets as text; without one, debug builds print them.
  case rawDataLogging(_ handler: RawDataLoggingHandler? = nil)
  /// An object, which is kept.
  case strong(_ object: any ReceivesMIDIEvents, options: MIDIReceiverOptions = [])
  /// An object, which is not kept: nothing happens when it is gone.
  case weak(_ object: any ReceivesMIDIEvents, options: MIDIReceiverOptions = [])
}

/// An object that takes events.
public protocol ReceivesMIDIEvents: AnyObject, Sendable {
  /// Takes events of one moment; see `MIDIReceiver.EventsHandler`.
  func midiIn(events: [MIDIEvent], timeStamp: UInt64, source: MIDIOutputEndpoint?)
}

/// What happens to events before a receiver gets them.
public struct MIDIReceiverOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A MIDI 1.0 note on of velocity 0 becomes a note off, as it is meant.
  public static var translateMIDI1NoteOnZeroVelocityToNoteOff: Self { Self(rawValue: 1) }

  /// Active sensing and timing clock do not come through.
  public static var filterActiveSensingAndClock: Self { Self(rawValue: 2) }

  /// A parameter whose data entry MSB came alone waits for its LSB.
  ///
  /// It waits until another message of its channel shows that there will be none, but no longer
  /// than 50 ms. Without this, an MSB without LSB is an event at once, and an LSB that comes later
  /// is one more.
  public static var bundleRPNAndNRPNDataEntryLSB: Self { Self(rawValue: 4) }
}

/// A packet as it came.
public enum AnyMIDIPacket: Sendable, Hashable {
  /// MIDI 1.0 bytes; a SysEx comes in parts.
  case packet(MIDIPacketData)
  /// The words of a Universal MIDI Packet.
  case universalPacket(UniversalMIDIPacketData)

  /// The bytes; of words the highest one first.
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

  /// Where it came from, nil at a virtual input.
  public var source: MIDIOutputEndpoint? {
    switch self {
    case .packet(let data): data.source
    case .universalPacket(let data): data.source
    }
  }
}

/// MIDI 1.0 bytes as they came.
public struct MIDIPacketData: Sendable, Hashable {
  /// The bytes.
  public let bytes: [UInt8]
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public let timeStamp: UInt64
  /// Where they came from, nil at a virtual input.
  public let source: MIDIOutputEndpoint?
}

/// The words of a Universal MIDI Packet as they came.
public struct UniversalMIDIPacketData: Sendable, Hashable {
  /// The words, one to four.
  public let words: [UInt32]
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public let timeStamp: UInt64
  /// Where they came from, nil at a virtual input.
  public let source: MIDIOutputEndpoint?
}
