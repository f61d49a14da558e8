extension MIDIEvent {
  /// Nothing.
  public struct NoOp: Sendable, Hashable {
    /// A group, 0 to 15, that only the event has: the packet has none.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// The sender's clock.
  public struct JRClock: Sendable, Hashable {
    /// Ticks of 1/31250 s.
    public var time: UInt16
    /// A group, 0 to 15, that only the event has: the packet has none.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(time: UInt16, group: UInt4 = 0) {
      self.time = time
      self.group = group
    }
  }

  /// The sender's time of the next message.
  public struct JRTimestamp: Sendable, Hashable {
    /// Ticks of 1/31250 s.
    public var time: UInt16
    /// A group, 0 to 15, that only the event has: the packet has none.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(time: UInt16, group: UInt4 = 0) {
      self.time = time
      self.group = group
    }
  }
}
