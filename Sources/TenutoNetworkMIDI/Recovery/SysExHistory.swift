/// The System Exclusive messages in packets since the checkpoint, for Chapter X.
struct SysExHistory: Sendable {
  private struct Message {
    /// The number of the message in the stream, modulo 256.
    let count: UInt8
    /// The offset in the message of the first byte that is kept.
    var first = 0
    var data: [UInt8] = []
    var state = SysExLog.State.open
    /// Number of bytes in each packet.
    var pieces: [(packet: UInt64, byteCount: Int)] = []
  }

  private var messages: [Message] = []
  private var count: UInt8 = 0

  /// Number of bytes that are not acknowledged.
  private(set) var byteCount = 0

  /// Whether it is empty.
  var isEmpty: Bool { messages.isEmpty }

  /// Records a segment of a packet.
  mutating func record(_ segment: SysExSegment, in packet: UInt64) {
    if segment.isFirst {
      count &+= 1
      messages.append(Message(count: count))
    } else if messages.last?.state != .open {
      return
    }
    let last = messages.count - 1
    messages[last].data += segment.data
    messages[last].pieces.append((packet, segment.data.count))
    byteCount += segment.data.count
    messages[last].state =
      switch segment.ending {
      case .open: .open
      case .complete: .complete
      case .completeWithoutF7: .completeWithoutF7
      case .cancelled: .cancelled
      }
  }

  /// Removes the segments up to `packet`; the rest of an open message is still to come.
  mutating func trim(through packet: UInt64) {
    for index in messages.indices {
      let old = messages[index].pieces.prefix { $0.packet <= packet }
      let bytes = old.reduce(0) { $0 + $1.byteCount }
      messages[index].pieces.removeFirst(old.count)
      drop(bytes, ofMessageAt: index)
    }
    messages.removeAll { $0.pieces.isEmpty && $0.state != .open }
  }

  /// Keeps at most `limit` bytes; older bytes can no longer be recovered.
  mutating func limit(to limit: Int) {
    for index in messages.indices where byteCount > limit {
      drop(min(byteCount - limit, messages[index].data.count), ofMessageAt: index)
    }
  }

  private mutating func drop(_ bytes: Int, ofMessageAt index: Int) {
    let dropped = min(bytes, messages[index].data.count)
    messages[index].data.removeFirst(dropped)
    messages[index].first += dropped
    byteCount -= dropped
  }

  /// Returns the logs that fit, and always the newest one.
  func logs(previous: UInt64, room: Int) -> [SysExLog] {
    var logs: [SysExLog] = []
    var room = room
    for message in messages.reversed() where !message.pieces.isEmpty {
      var log = SysExLog(
        isSkippable: message.pieces.last?.packet != previous, state: message.state,
        count: message.count, first: UInt32(min(message.first, 0x0FFF_FFFF)), data: message.data)
      let excess = log.byteCount - room
      if excess > 0 {
        guard logs.isEmpty, excess < message.data.count else { break }
        log.first += UInt32(excess)
        log.data?.removeFirst(excess)
      }
      room -= log.byteCount
      logs.append(log)
    }
    return logs.reversed()
  }
}
