extension MIDIEvent {
  /// Nothing.
  public struct NoOp: Sendable, Hashable {
    /// Creates the message, which has no group.
    ///
    /// Thread: any.
    public init() {}
  }

  /// The sender's clock.
  public struct JRClock: Sendable, Hashable {
    /// Ticks of 1/31250 s.
    public var time: UInt16

    /// Creates the message.
    ///
    /// Thread: any.
    public init(time: UInt16) {
      self.time = time
    }
  }

  /// The sender's time of the next message.
  public struct JRTimestamp: Sendable, Hashable {
    /// Ticks of 1/31250 s.
    public var time: UInt16

    /// Creates the message.
    ///
    /// Thread: any.
    public init(time: UInt16) {
      self.time = time
    }
  }
}
