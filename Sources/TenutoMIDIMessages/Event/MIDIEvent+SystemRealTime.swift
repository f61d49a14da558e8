extension MIDIEvent {
  /// 24 per quarter note.
  public struct TimingClock: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// Playing starts at the start of the song.
  public struct Start: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// Playing continues.
  public struct Continue: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// Playing stops.
  public struct Stop: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// The sender is still there.
  public struct ActiveSensing: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }

  /// Everything returns to the state after power-up.
  public struct SystemReset: Sendable, Hashable {
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(group: UInt4 = 0) {
      self.group = group
    }
  }
}
