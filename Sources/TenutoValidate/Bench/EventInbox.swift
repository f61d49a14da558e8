internal import CTenuto
internal import TenutoCore
internal import TenutoTransport

/// Reads the events channel of an extension without any repair.
struct EventInbox {
  private let socket: CInt
  private var buffer = [UInt8](repeating: 0, count: 16 + 24 * Int(TENUTO_MAXIMUM_LIST_EVENTS))
  private(set) var datagramCount: UInt32 = 0
  /// The events of the newest cycle.
  var events: [TimedEvent] = []
  /// Faults of the received datagrams.
  var faults: [String] = []

  init(socket: CInt) { self.socket = socket }

  mutating func reset() { datagramCount = 0 }

  /// Reads all datagrams that have arrived.
  mutating func drain() {
    while true {
      let size = unsafe tenuto_receive(socket, &buffer, buffer.count)
      guard size > 0 else { return }
      datagramCount &+= 1
      read(Array(buffer.prefix(size)))
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    guard bytes.count >= 16, (bytes.count - 16) % 24 == 0,
      Self.word(bytes, 0) == TENUTO_EVENT_LIST_MAGIC,
      Int(Self.word(bytes, 8)) == (bytes.count - 16) / 24
    else {
      faults.append("a datagram of \(bytes.count) bytes is not an event list")
      return
    }
    for start in stride(from: 16, to: bytes.count, by: 24) {
      var event = tenuto_event()
      event.frame_offset = Self.word(bytes, start)
      let kinds = Self.word(bytes, start + 4)
      event.kind = UInt16(truncatingIfNeeded: kinds)
      event.reserved = UInt16(truncatingIfNeeded: kinds >> 16)
      event.words = (
        Self.word(bytes, start + 8), Self.word(bytes, start + 12), Self.word(bytes, start + 16),
        Self.word(bytes, start + 20)
      )
      if let decoded = event.decoded() {
        events.append(decoded)
      } else {
        faults.append("event kind \(event.kind) is unknown")
      }
    }
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }
}
