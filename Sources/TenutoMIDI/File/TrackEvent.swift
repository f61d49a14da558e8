/// One event of a track in a Standard MIDI File.
public struct TrackEvent: Sendable, Hashable {
  /// Ticks from the start of the track; the file itself stores the difference to the last event.
  public var tick: UInt32

  /// The content of the event.
  public var message: Message

  /// Creates an event.
  ///
  /// Thread: any.
  public init(tick: UInt32, message: Message) {
    self.tick = tick
    self.message = message
  }

  /// The kinds of track events.
  public enum Message: Sendable, Hashable {
    /// A channel voice message.
    case channel(MIDI1ChannelMessage)

    /// The bytes after F0, with the closing F7 unless an `escape` continues the message.
    case sysEx([UInt8])

    /// The bytes after F7: the next part of an open SysEx, or arbitrary bytes to send unchanged.
    case escape([UInt8])

    /// Data that is not sent: a name, a tempo, the end of the track.
    case meta(type: UInt8, data: [UInt8])

    /// The required last meta event of every track.
    public static var endOfTrack: Message { .meta(type: 0x2F, data: []) }

    /// Whether this is the end of its track, with or without data.
    var isEndOfTrack: Bool {
      if case .meta(type: 0x2F, data: _) = self { true } else { false }
    }
  }

  /// Whether the event is the end of its track.
  public var isEndOfTrack: Bool { message.isEndOfTrack }
}
