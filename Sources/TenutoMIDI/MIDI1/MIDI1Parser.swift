/// Turns a MIDI 1.0 byte stream into packets, one byte at a time.
///
/// A value of fixed size: it keeps incomplete messages between calls, so a stream may be split into
/// chunks anywhere. Its rules:
///
/// - Running status is accepted, and cancelled by every system common or exclusive status.
/// - A realtime byte is delivered at once, even inside a message or a SysEx, and changes nothing.
/// - The undefined statuses F4, F5, F9 and FD are dropped, F4 and F5 with the data after them.
/// - A SysEx becomes packets of message type 3 as it fills them; F0 and F7 are never in the payload.
/// - A SysEx cut by another status is dropped and the status is taken. If some of its packets are
///   already delivered, no End packet follows: a receiver drops the SysEx when anything but a
///   realtime message follows, as M2-104-UM specifies.
/// - An F7 outside a SysEx and data without a status are dropped.
///
/// The corresponding standards are MIDI 1.0 (M1) and MIDI 2.0 UMP (M2-104-UM), types 1, 2 and 3.
public struct MIDI1Parser: BitwiseCopyable, Sendable {
  /// The group of the output packets, 0 to 15.
  public var group: UInt8

  /// The current running status, 0 if none.
  ///
  /// Only `MIDI1Run` sets it from outside.
  var status: UInt8 = 0

  /// The first of two data bytes, 0xFF while it is missing.
  private var firstData: UInt8 = 0xFF

  private var sysEx = SysEx7Packer()

  /// Whether the next byte starts a message, with its own status or the running one.
  var isBetweenMessages: Bool {
    @_noLocks get { firstData == 0xFF && !sysEx.isOpen && status < 0xF0 }
  }

  /// Creates a parser at the start of a stream.
  ///
  /// Thread: any.
  @_noLocks
  public init(group: UInt8 = 0) {
    self.group = group
  }

  /// Takes one byte, and returns the packet that it completes.
  ///
  /// Thread: any. A byte never completes more than one packet.
  @_noLocks
  public mutating func parse(_ byte: UInt8) -> UMP? {
    if isVoiceData(byte) {
      let message = takeVoiceData(byte)
      return message == 0 ? nil : UMP(0x2000_0000 | UInt32(group & 0xF) << 24 | message)
    }
    return parseOther(byte)
  }

  /// Takes a byte other than data of a channel message.
  @inline(never)
  @_noLocks
  mutating func parseOther(_ byte: UInt8) -> UMP? {
    if byte >= 0xF8 { return realTime(byte) }
    if byte == 0xF7 { return endOfSysEx() }
    if byte >= 0x80 { return start(byte) }
    if sysEx.isOpen { return sysEx.append(byte, group: group) }
    return takeData(byte)
  }

  /// Discards incomplete messages, including running status, as after a lost connection.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func reset() {
    self = MIDI1Parser(group: group)
  }
}

extension MIDI1Parser {
  /// Whether a byte is data of a channel message, as most bytes are.
  ///
  /// A SysEx has no status here.
  @inline(__always)
  @_noLocks
  func isVoiceData(_ byte: UInt8) -> Bool {
    byte < 0x80 && status &- 0x80 < 0x70
  }

  /// Takes data of a channel message, and returns the message in packet format; 0 before its
  /// last byte.
  @inline(__always)
  @_noLocks
  mutating func takeVoiceData(_ byte: UInt8) -> UInt32 {
    let isShort = MIDI1ChannelMessage.dataByteCount(status: status) == 1
    if firstData == 0xFF && !isShort {
      firstData = byte
      return 0
    }
    let data = isShort ? UInt32(byte) << 8 : UInt32(firstData) << 8 | UInt32(byte)
    firstData = 0xFF
    return UInt32(status) << 16 | data
  }

  /// Takes a channel status outside a SysEx; false for any other byte.
  @inline(__always)
  @_noLocks
  mutating func takeVoiceStatus(_ byte: UInt8) -> Bool {
    guard byte &- 0x80 < 0x70, !sysEx.isOpen else { return false }
    status = byte
    firstData = 0xFF
    return true
  }

  @_noLocks
  private func realTime(_ byte: UInt8) -> UMP? {
    byte == 0xF9 || byte == 0xFD ? nil : system(byte)
  }

  @_noLocks
  private mutating func endOfSysEx() -> UMP? {
    status = 0
    return sysEx.isOpen ? sysEx.end(group: group) : nil
  }

  @_noLocks
  private mutating func start(_ byte: UInt8) -> UMP? {
    if sysEx.isOpen { sysEx.drop() }
    firstData = 0xFF
    status = 0
    switch byte {
    case 0xF0: sysEx.begin()
    case 0xF4, 0xF5: break
    case 0xF6: return system(byte)
    default: status = byte
    }
    return nil
  }

  /// Takes data of a system common message.
  @_noLocks
  private mutating func takeData(_ byte: UInt8) -> UMP? {
    guard status != 0 else { return nil }
    if firstData == 0xFF, status == 0xF2 {
      firstData = byte
      return nil
    }
    let message = firstData == 0xFF ? system(status, byte) : system(status, firstData, byte)
    firstData = 0xFF
    status = 0
    return message
  }

  @_noLocks
  private func system(_ status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0) -> UMP {
    UMP(messageType: 0x1, group: group, status: status, data1: data1, data2: data2)
  }
}
