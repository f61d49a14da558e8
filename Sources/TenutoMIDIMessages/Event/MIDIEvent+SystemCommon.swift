extension MIDIEvent {
  /// One eighth of a time code.
  public struct TimecodeQuarterFrame: Sendable, Hashable {
    /// The number of the eighth (3 bits), and its 4 bits.
    public var dataByte: UInt7
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(dataByte: UInt7, group: UInt4 = 0) {
      self.dataByte = dataByte
      self.group = group
    }
  }

  /// The place in the song.
  public struct SongPositionPointer: Sendable, Hashable {
    /// Sixteenths from the start of the song.
    public var midiBeat: UInt14
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(midiBeat: UInt14, group: UInt4 = 0) {
      self.midiBeat = midiBeat
      self.group = group
    }
  }

  /// A song is chosen.
  public struct SongSelect: Sendable, Hashable {
    /// The song, 0 to 127.
    public var number: UInt7
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates the message.
    ///
    /// Thread: any.
    public init(number: UInt7, group: UInt4 = 0) {
      self.number = number
      self.group = group
    }
  }

  /// Requests analogue oscillators to be tuned.
  public struct TuneRequest: Sendable, Hashable {
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
