/// One event of a track in a Standard MIDI File.
public struct TrackEvent: Sendable, Hashable {
  /// Ticks from the start of the track; the file itself stores the difference to the event before.
  public var tick: UInt32

  /// What happens.
  public var message: Message

  /// Creates an event.
  ///
  /// Thread: any.
  public init(tick: UInt32, message: Message) {
    self.tick = tick
    self.message = message
  }

  /// The kinds of event that a track may hold.
  public enum Message: Sendable, Hashable {
    /// A channel voice message.
    case channel(MIDI1ChannelMessage)

    /// The bytes after F0, with the closing F7 unless an `escape` continues the message.
    case sysEx([UInt8])

    /// The bytes after F7: the next part of an open SysEx, or any bytes to be sent as they are.
    case escape([UInt8])

    /// Data that is not sent: a name, a tempo, the end of the track.
    case meta(type: UInt8, data: [UInt8])

    /// The meta event that every track ends with.
    public static var endOfTrack: Message { .meta(type: 0x2F, data: []) }

    /// Whether it is the end of its track, whatever data it has.
    var isEndOfTrack: Bool {
      if case .meta(type: 0x2F, data: _) = self { true } else { false }
    }
  }

  /// Whether the event is the end of its track.
  public var isEndOfTrack: Bool { message.isEndOfTrack }
}
