import Synchronization
import TenutoJACK
import TenutoMIDI

/// Collects the messages that arrive at an input.
final class Collector: Sendable {
  private let arrived = Mutex<[HostTimedUMP]>([])

  /// The receiver to add an input with.
  var receiver: MIDIArrivalHandler {
    { arrival in self.arrived.withLock { $0 += arrival.events } }
  }

  var events: [HostTimedUMP] { arrived.withLock { $0 } }

  var packets: [UMP] { events.map(\.ump) }

  var count: Int { arrived.withLock { $0.count } }

  func removeAll() { arrived.withLock { $0 = [] } }

  /// The data of all System Exclusive packets, with F0 and F7, in order of arrival.
  var sysExBytes: [UInt8] {
    var bytes: [UInt8] = []
    for packet in packets where packet.messageType == 0x3 { bytes += MIDI1Bytes(packet).array }
    return bytes
  }
}

/// A System Exclusive message of `count` bytes whose data reveals missing parts.
func sysExMessage(_ count: Int) -> [UInt8] {
  [0xF0] + (0..<count - 2).map { UInt8(($0 * 7 + $0 / 127) % 128) } + [0xF7]
}

/// A note on with a unique number and velocity.
func note(_ number: Int) -> UMP {
  UMP(
    messageType: 0x2, group: 0, status: 0x90, data1: UInt8(number % 128),
    data2: UInt8(1 + number / 128 % 127))
}

/// Host time, in ns.
func hostTime() -> UInt64 {
  let time = SuspendingClock.now - SuspendingClock().systemEpoch
  let (seconds, attoseconds) = time.components
  return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
}
