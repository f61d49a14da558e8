extension UMP {
  /// The message type, 0 to 15: 1 is system, 2 MIDI 1.0 voice, 3 SysEx7, 4 MIDI 2.0 voice.
  @inlinable
  public var messageType: UInt8 {
    @_noLocks get { UInt8(truncatingIfNeeded: word0 >> 28) }
  }

  /// The group, 0 to 15; meaningless in types 0 and 15, which have no groups.
  @inlinable
  public var group: UInt8 {
    @_noLocks get { UInt8(truncatingIfNeeded: word0 >> 24) & 0xF }
  }

  /// The whole status byte, for example `0x93` for a note on in channel 3, or `0xF8`.
  @inlinable
  public var status: UInt8 {
    @_noLocks get { UInt8(truncatingIfNeeded: word0 >> 16) }
  }

  /// The high half of the status byte, for example 9 for a note on.
  @inlinable
  public var opcode: UInt8 {
    @_noLocks get { status >> 4 }
  }

  /// The channel of a channel voice message, 0 to 15.
  @inlinable
  public var channel: UInt8 {
    @_noLocks get { status & 0xF }
  }

  /// The third byte of the first word: a note, a controller or a bank.
  @inlinable
  public var data1: UInt8 {
    @_noLocks get { UInt8(truncatingIfNeeded: word0 >> 8) }
  }

  /// The fourth byte of the first word: a MIDI 1.0 value, an index or flags.
  @inlinable
  public var data2: UInt8 {
    @_noLocks get { UInt8(truncatingIfNeeded: word0) }
  }
}

extension UMP {
  /// Whether a packet of type 2 is a valid channel message, with data bytes up to 127.
  var isMIDI1Voice: Bool {
    @_noLocks get {
      guard status >= 0x80, status < 0xF0, data1 < 0x80 else { return false }
      return data2 < 0x80 || MIDI1ChannelMessage.dataByteCount(status: status) == 1
    }
  }

  /// Creates a packet from the bytes of its first word.
  ///
  /// Thread: any.
  ///
  /// - Parameters:
  ///   - messageType: 0 to 15; higher bits are dropped.
  ///   - group: 0 to 15; higher bits are dropped.
  ///   - status: The status byte.
  ///   - data1: The third byte of the first word.
  ///   - data2: The fourth byte of the first word.
  ///   - word1: The second word, if the type has one.
  @inlinable
  @_noLocks
  public init(
    messageType: UInt8, group: UInt8, status: UInt8, data1: UInt8, data2: UInt8, word1: UInt32 = 0
  ) {
    let head = UInt32(messageType & 0xF) << 28 | UInt32(group & 0xF) << 24
    self.init(head | UInt32(status) << 16 | UInt32(data1) << 8 | UInt32(data2), word1)
  }
}
