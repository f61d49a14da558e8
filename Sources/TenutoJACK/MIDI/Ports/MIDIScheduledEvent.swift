internal import TenutoMIDI

/// A waiting event of an output: a packet, or a complete System Exclusive message.
struct MIDIScheduledEvent: BitwiseCopyable {
  /// The requested time, in ns of host time; 0 for "now".
  var hostTime: UInt64
  /// The time that determines its order: the requested one, or when it was first seen.
  var orderTime: UInt64 = 0
  /// Its number among all events that were sent from the port.
  var sequence: UInt64
  var ump: UMP
  /// The System Exclusive message, if it is not a packet.
  var transfer: MIDITransferMemory?

  @_noLocks
  init(hostTime: UInt64, sequence: UInt64, ump: UMP, transfer: MIDITransferMemory?) {
    self.hostTime = hostTime
    self.sequence = sequence
    self.ump = ump
    self.transfer = transfer
  }

  @_noLocks
  func isBefore(_ other: MIDIScheduledEvent) -> Bool {
    orderTime == other.orderTime ? sequence < other.sequence : orderTime < other.orderTime
  }

  /// Whether it may leave between the parts of any System Exclusive message.
  var isRealTime: Bool {
    @_noLocks get { transfer == nil && ump.messageType == 0x1 && ump.status >= 0xF8 }
  }
}
