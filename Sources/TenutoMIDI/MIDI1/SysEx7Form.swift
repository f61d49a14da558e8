/// The part of a system exclusive message that a packet of message type 3 holds.
package enum SysEx7Form: BitwiseCopyable, Sendable {
  case complete
  case start
  case `continue`
  case end

  /// Reads the form from the high half of a packet's status byte; nil for a reserved one.
  @_noLocks
  package init?(status: UInt8) {
    switch status >> 4 {
    case 0: self = .complete
    case 1: self = .start
    case 2: self = .continue
    case 3: self = .end
    default: return nil
    }
  }

  /// Reads the form of a packet; nil for a reserved one, more than 6 bytes or one above 127.
  @_noLocks
  init?(_ ump: UMP) {
    let count = UInt64(ump.status & 0xF)
    guard count <= 6 else { return nil }
    let data = UInt64(ump.word0 & 0xFFFF) << 32 | UInt64(ump.word1)
    guard data & (0x8080_8080_8080 &<< (48 - 8 * count)) == 0 else { return nil }
    self.init(status: ump.status)
  }

  /// The form in the high half of the status byte.
  ///
  /// No raw values, since the compiler's accessors may not be called on the render path.
  var statusBits: UInt8 {
    @_noLocks get {
      switch self {
      case .complete: 0x00
      case .start: 0x10
      case .continue: 0x20
      case .end: 0x30
      }
    }
  }

  /// Whether the message starts in the packet.
  package var isFirst: Bool {
    @_noLocks get { statusBits == 0x00 || statusBits == 0x10 }
  }

  /// Whether the message ends in the packet.
  package var isLast: Bool {
    @_noLocks get { statusBits == 0x00 || statusBits == 0x30 }
  }
}
