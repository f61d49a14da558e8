internal import TenutoMIDI

/// What waits in an output: a packet, or a whole System Exclusive message.
struct MIDIScheduledEvent: BitwiseCopyable {
  /// The time it was sent for, in ns of host time; 0 for "now".
  var hostTime: UInt64
  /// The time that puts it in order: the one it was sent for, or when it was first seen.
  var orderTime: UInt64 = 0
  /// Its place among all that were sent from the port.
  var sequence: UInt64
  var ump: UMP
  /// The System Exclusive message, in place of the packet.
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
