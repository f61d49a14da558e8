public import TenutoMIDI
public import TenutoTransport

/// What an instance was told again when it took the place of another one.
public struct Replay: Sendable, Equatable {
  /// A channel voice message that still held, such as a note.
  public struct Message: Sendable, Equatable {
    /// The message, in MIDI 2.0 protocol.
    public var packet: UMP
    /// When the node got it.
    public var time: MonotonicTime

    /// A message that came at `time`, in ns of the monotonic clock.
    init(_ packet: UMP, time: UInt64) {
      self.packet = packet
      self.time = MonotonicTime(nanoseconds: time)
    }
  }

  /// The cycle with which it was told.
  public var cycle: UInt32
  /// The newest message that the one before had got when it ended; nil where it did not end, or
  /// nothing was held.
  public var newest: Message?
  /// Whether it got other events afterwards.
  public var isFollowed = false

  init(cycle: UInt32) { self.cycle = cycle }
}
