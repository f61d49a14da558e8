/// Turns packets into an unambiguous MIDI 1.0 byte stream.
///
/// `MIDI1Bytes` converts one packet; a stream also has state. Its rules:
///
/// - A SysEx packet that continues or ends a message that has not begun, or that was cut,
///   is dropped: its bytes would be read as data of another message. A malformed packet cuts it too.
/// - Realtime passes inside a SysEx; any other message cuts it, as its status does at the receiver.
/// - Running status is used only on request, and never directly after
///   a system common or exclusive message.
/// - One writer serves one group: the streams of two groups may not be mixed.
public struct MIDI1Writer: BitwiseCopyable, Sendable {
  /// Whether repeated statuses are omitted.
  public let usesRunningStatus: Bool

  /// The last channel status, 0 if the next one must be written.
  private var status: UInt8 = 0

  private var isInSysEx = false

  /// Creates a writer at the start of a stream.
  ///
  /// Thread: any.
  @_noLocks
  public init(usesRunningStatus: Bool = false) {
    self.usesRunningStatus = usesRunningStatus
  }

  /// Returns the bytes of a packet, or none if MIDI 1.0 cannot express it.
  ///
  /// Thread: any. Translate MIDI 2.0 voice messages with `MIDI2ToMIDI1Translator` first.
  @_noLocks
  public mutating func write(_ ump: UMP) -> MIDI1Bytes {
    let bytes = MIDI1Bytes(ump)
    guard bytes.count > 0 else {
      if ump.messageType == 0x3, case .none = SysEx7Form(ump) { isInSysEx = false }
      return bytes
    }
    switch ump.messageType {
    case 0x2: return writeVoice(bytes)
    case 0x3: return writeSysEx(bytes)
    default:
      if ump.status < 0xF8 { cut() }
      return bytes
    }
  }

  /// Writes packets until they end or the next one has no room.
  ///
  /// Thread: any. Eight bytes are enough for any packet.
  @_noLocks
  public mutating func write(
    _ packets: UnsafeBufferPointer<UMP>, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> StreamProgress {
    var progress = StreamProgress(consumed: 0, written: 0)
    while progress.consumed < packets.count {
      var next = self
      let message = unsafe next.write(packets[progress.consumed])
      guard progress.written + message.count <= bytes.count else { break }
      self = next
      var index = 0
      while index < message.count {
        unsafe bytes[progress.written + index] = message[index]
        index += 1
      }
      progress.written += message.count
      progress.consumed += 1
    }
    return progress
  }
}

extension MIDI1Writer {
  @_noLocks
  private mutating func cut() {
    status = 0
    isInSysEx = false
  }

  @_noLocks
  private mutating func writeVoice(_ bytes: MIDI1Bytes) -> MIDI1Bytes {
    isInSysEx = false
    let repeats = usesRunningStatus && bytes[0] == status
    status = bytes[0]
    return repeats ? bytes.withoutFirst : bytes
  }

  @_noLocks
  private mutating func writeSysEx(_ bytes: MIDI1Bytes) -> MIDI1Bytes {
    if bytes[0] == 0xF0 {
      status = 0
    } else if !isInSysEx {
      return MIDI1Bytes()
    }
    isInSysEx = bytes[bytes.count - 1] != 0xF7
    return bytes
  }
}
