internal import TenutoMIDI

/// The stream to one peer: turns messages into packets, each with a journal of the changes that the
/// peer has not acknowledged.
///
/// A System Exclusive message is sent in pieces, with at most as many unacknowledged bytes as fit a
/// journal. Other messages except realtime wait behind it, as in MIDI 1.0.
package struct OutgoingStream: Sendable {
  /// The stream's own number.
  package let ssrc: UInt32

  /// Number of packets sent.
  package var packetCount: UInt64 { next - first }

  /// Maximum bits per second that the peer accepts; nil for no limit.
  package var bitRateLimit: UInt32?

  private struct Item {
    let time: UInt64
    var message: RTPMIDIMessage
  }

  private let first: UInt64
  private var next: UInt64
  private var history: SentHistory
  private var queue: [Item] = []
  private var queueStart = 0
  /// Times at which packets were sent, one entry every half second.
  private var marks: [(packet: UInt64, time: UInt64)] = []
  private var lastSent: UInt64 = 0
  /// Whether the peer sends feedback.
  private var hasFeedback = false
  private var guardDelay: UInt64 = 0
  private var isGuardAsked = false
  /// When the bit rate allows the next packet.
  private var freeAt: UInt64 = 0
  /// Whether messages wait for the bit rate.
  private var isPaced = false

  /// Maximum size of a sent MIDI list in bytes: with a usual journal it fits a datagram of 1500.
  private static let maximumListBytes = 1000
  /// Maximum size of a piece of a System Exclusive message, in bytes.
  private static let maximumPieceBytes = 300
  /// Maximum number of queued messages; further ones are rejected.
  private static let maximumQueue = 1 << 16
  /// Nanoseconds that a System Exclusive message waits for a peer without feedback.
  private static let timeout: UInt64 = 250_000_000
  /// Delays of the first and the last guard packet after an unacknowledged packet.
  private static let guardDelays: (UInt64, UInt64) = (30_000_000, 1_000_000_000)
  /// Nanoseconds after which a peer without feedback is assumed to have received a packet.
  private static let openLoop: UInt64 = 3_000_000_000
  /// The longest time between two packets that a bit rate causes, in nanoseconds.
  private static let longestPace: UInt64 = 1_000_000_000

  /// Creates a stream; `first` is the random number of its first packet.
  package init(ssrc: UInt32, first: UInt16) {
    self.ssrc = ssrc
    self.first = UInt64(first) + 0x1_0000
    next = self.first
    history = SentHistory(first: next)
  }

  /// Queues a message with a time in nanoseconds; returns false if the queue is full.
  package mutating func enqueue(_ message: RTPMIDIMessage, time: UInt64) -> Bool {
    guard queue.count - queueStart < Self.maximumQueue else { return false }
    if case .sysEx(let segment) = message, queue.count > queueStart,
      case .sysEx(var last) = queue[queue.count - 1].message, last.ending == .open,
      !segment.isFirst
    {
      last.data += segment.data
      last.ending = segment.ending
      queue[queue.count - 1].message = .sysEx(last)
    } else {
      queue.append(Item(time: time, message: message))
    }
    return true
  }

  /// Handles the peer's feedback.
  package mutating func acknowledge(_ number: UInt16) {
    let newest = next - 1
    let age = UInt64(UInt16(truncatingIfNeeded: newest) &- number)
    // A peer may acknowledge packets that were never sent.
    guard age < packetCount else { return }
    hasFeedback = true
    history.acknowledge(through: newest - age)
    guardDelay = 0
  }

  /// Makes the next flush send a guard packet if the stream has been idle.
  package mutating func planGuard(at now: UInt64) {
    isGuardAsked = packetCount > 0 && now >= lastSent + 300_000_000
  }

  /// The time at which `flush(at:)` must be called without new messages or feedback; nil for never.
  package var deadline: UInt64? {
    var first = UInt64.max
    if queueStart < queue.count { first = isPaced ? freeAt : lastSent + Self.timeout }
    if !history.isEmpty { first = min(first, guardTime) }
    return first == .max ? nil : first
  }

  /// When a guard packet is due, unless everything is acknowledged.
  private var guardTime: UInt64 {
    max(lastSent + max(guardDelay, Self.guardDelays.0), freeAt)
  }

  /// Returns the packets to send now.
  package mutating func flush(at now: UInt64) -> [[UInt8]] {
    trimOpenLoop(at: now)
    var packets: [[UInt8]] = []
    while now >= freeAt, let packet = nextPacket(at: now) { packets.append(packet) }
    isPaced = now < freeAt && queueStart < queue.count
    let isGuardDue = !history.isEmpty && now >= guardTime
    if packets.isEmpty, now >= freeAt, isGuardDue || isGuardAsked {
      guardDelay = min(max(guardDelay, Self.guardDelays.0) * 2, Self.guardDelays.1)
      packets.append(makePacket([], at: now))
    }
    return packets
  }

  /// Limits the journal of a peer without feedback to the last seconds.
  private mutating func trimOpenLoop(at now: UInt64) {
    guard !hasFeedback, let mark = marks.last(where: { $0.time + Self.openLoop <= now }) else {
      return
    }
    history.acknowledge(through: mark.packet)
    marks.removeAll { $0.packet <= mark.packet }
  }

  private mutating func nextPacket(at now: UInt64) -> [UInt8]? {
    var items: [Item] = []
    var byteCount = 0
    var window = SentHistory.sysExWindow - history.sysExByteCount
    if queueStart < queue.count, window <= 0, now >= lastSent + Self.timeout {
      window = Self.maximumPieceBytes
    }
    while queueStart < queue.count, byteCount < Self.maximumListBytes {
      guard let item = takeItem(window: &window) else { break }
      if case .sysEx(let segment) = item.message { byteCount += segment.data.count }
      byteCount += 8
      items.append(item)
    }
    if queueStart == queue.count {
      queue.removeAll(keepingCapacity: queue.count < 1024)
      queueStart = 0
    } else if queueStart > 1024, queueStart * 2 > queue.count {
      queue.removeFirst(queueStart)
      queueStart = 0
    }
    guard !items.isEmpty else { return nil }
    guardDelay = 0
    return makePacket(items, at: now)
  }

  /// Takes the next message, or as much of a System Exclusive message as may be sent.
  private mutating func takeItem(window: inout Int) -> Item? {
    let item = queue[queueStart]
    guard case .sysEx(var segment) = item.message else {
      queueStart += 1
      return item
    }
    guard window > 0 else { return takeRealtime() }
    let count = min(segment.data.count, Self.maximumPieceBytes, window)
    window -= max(count, 1)
    guard count < segment.data.count else {
      // The rest of an open message is appended as it arrives.
      queueStart += 1
      return item
    }
    var piece = segment
    piece.data = Array(segment.data[..<count])
    piece.ending = .open
    segment.data.removeFirst(count)
    segment.isFirst = false
    queue[queueStart].message = .sysEx(segment)
    return Item(time: item.time, message: .sysEx(piece))
  }

  /// Takes the first realtime message: it may overtake a System Exclusive message.
  private mutating func takeRealtime() -> Item? {
    let end = min(queue.count, queueStart + 64)
    let index = (queueStart..<end).first { index in
      if case .short(let ump) = queue[index].message { return ump.status >= 0xF8 }
      return false
    }
    return index.map { queue.remove(at: $0) }
  }

  private mutating func makePacket(_ items: [Item], at now: UInt64) -> [UInt8] {
    let start = (items.first?.time ?? now) / ClockEstimate.tick
    var offset: UInt64 = 0
    var commands: [RTPMIDICommand] = []
    commands.reserveCapacity(items.count)
    for item in items {
      let tick = item.time / ClockEstimate.tick
      offset = max(offset, tick > start ? min(tick - start, 0xFFFF) : 0)
      commands.append(RTPMIDICommand(offset: UInt32(offset), item.message))
    }
    let packet = RTPMIDIPacket(
      sequenceNumber: UInt16(truncatingIfNeeded: next),
      timestamp: UInt32(truncatingIfNeeded: start), ssrc: ssrc, commands: commands,
      journal: history.journal(of: next))
    for command in commands { history.record(command.message, in: next) }
    if marks.last.map({ now >= $0.time + 500_000_000 }) ?? true { marks.append((next, now)) }
    if marks.count > 64 { marks.removeFirst(32) }
    lastSent = now
    isGuardAsked = false
    next += 1
    let bytes = packet.encoded
    if let bitRateLimit, bitRateLimit > 0 {
      freeAt =
        now + min(UInt64(bytes.count) * 8_000_000_000 / UInt64(bitRateLimit), Self.longestPace)
    }
    return bytes
  }
}
