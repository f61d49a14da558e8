internal import TenutoMIDI

/// The stream to one peer: turns packets into numbered data commands, which are sent repeatedly.
///
/// Each datagram repeats the two commands before its own (M2-124-UM, 7.2.2), and the peer may
/// request commands that are still missing. Empty commands follow the last one, so that a peer
/// notices a loss.
struct OutgoingUMPStream: Sendable {
  typealias Data = NetworkMIDI2Command.Data

  /// Number of datagrams created.
  private(set) var datagramCount: UInt64 = 0

  /// The commands that can be retransmitted; the first one has the number `first`.
  private var kept: [[UInt32]] = []
  private var first: UInt64 = 0
  private var next: UInt64 { first + UInt64(kept.count) }

  /// The number of packets that wait.
  var waitingCount: Int { waiting.count - waitingStart }

  private var waiting: [UMP] = []
  private var waitingStart = 0
  private var lastSent: UInt64 = 0
  private var emptyCount = 0
  /// Number of commands that may be sent at once.
  private var credit = Self.maximumCredit
  private var creditedAt: UInt64 = 0
  /// Bytes retransmitted since `repeatedSince`.
  private var repeatedBytes = 0
  private var repeatedSince: UInt64 = 0

  /// Number of commands kept: 2 s at the highest rate.
  private static let capacity = 4096
  /// Number of earlier commands in a datagram.
  private static let repeats = 2
  private static let maximumWaiting = 1 << 18
  private static let maximumCredit: UInt64 = 64
  /// Nanoseconds that earn the credit for one more command: 2000 a second.
  private static let price: UInt64 = 500_000
  /// Maximum bytes retransmitted in 100 ms.
  private static let maximumRepeatedBytes = 1 << 16
  /// Milliseconds before each empty command after the last command; the last pause repeats.
  private static let pauses: [UInt64] = [30, 60, 120, 240, 480, 1000, 1000, 1000, 5000]

  /// Creates a stream with the number of its first command, 0 in a new session.
  init(first: UInt64 = 0) { self.first = first }

  /// Queues a packet; returns false if the queue is full.
  mutating func enqueue(_ ump: UMP) -> Bool {
    guard waiting.count - waitingStart < Self.maximumWaiting else { return false }
    waiting.append(ump)
    return true
  }

  /// Restarts at number 0, with the queued packets.
  mutating func reset() { (kept, first, emptyCount) = ([], 0, 0) }

  /// The time at which `flush(at:)` must be called; `.max` for never.
  var deadline: UInt64 {
    if waitingStart < waiting.count { return creditedAt + Self.price }
    guard next > 0 else { return .max }
    return lastSent + Self.pauses[min(emptyCount, Self.pauses.count - 1)] * 1_000_000
  }

  /// Returns the datagrams to send now.
  mutating func flush(at now: UInt64) -> [[UInt8]] {
    let earned = (now - min(creditedAt, now)) / Self.price
    if earned > 0 {
      credit = min(credit + min(earned, Self.maximumCredit), Self.maximumCredit)
      creditedAt = now
    }
    var datagrams: [[UInt8]] = []
    while credit > 0, waitingStart < waiting.count {
      credit -= 1
      emptyCount = 0
      datagrams.append(send(takeWords(), at: now))
    }
    if datagrams.isEmpty, waitingStart == waiting.count, now >= deadline {
      emptyCount += 1
      datagrams.append(send([], at: now))
    }
    return datagrams
  }

  /// Takes the words of as many packets as fit one command.
  private mutating func takeWords() -> [UInt32] {
    var words: [UInt32] = []
    while waitingStart < waiting.count {
      let ump = waiting[waitingStart]
      guard words.count + ump.wordCount <= NetworkMIDI2Command.maximumDataWords else { break }
      words += [ump.word0, ump.word1, ump.word2, ump.word3].prefix(ump.wordCount)
      waitingStart += 1
    }
    if waitingStart == waiting.count {
      waiting.removeAll(keepingCapacity: waiting.count < 1024)
      waitingStart = 0
    } else if waitingStart > 4096 {
      waiting.removeFirst(waitingStart)
      waitingStart = 0
    }
    return words
  }

  private mutating func send(_ words: [UInt32], at now: UInt64) -> [UInt8] {
    kept.append(words)
    if kept.count > 2 * Self.capacity {
      kept.removeFirst(Self.capacity)
      first += UInt64(Self.capacity)
    }
    (lastSent, datagramCount) = (now, datagramCount + 1)
    var bytes = NetworkMIDI2Packet.signature
    for index in max(0, kept.count - 1 - Self.repeats)..<kept.count { write(index, to: &bytes) }
    return bytes
  }

  private func write(_ index: Int, to bytes: inout [UInt8]) {
    let number = UInt16(truncatingIfNeeded: first + UInt64(index))
    NetworkMIDI2Command.write(Data(number: number, words: kept[index]), to: &bytes)
  }

  /// Returns datagrams with the requested commands; nil if they are no longer available.
  mutating func repeated(from number: UInt16, count: UInt16, at now: UInt64) -> [[UInt8]]? {
    let age = UInt64(UInt16(truncatingIfNeeded: next &- 1) &- number)
    guard age < UInt64(kept.count) else { return nil }
    if now >= repeatedSince + 100_000_000 { (repeatedSince, repeatedBytes) = (now, 0) }
    let start = kept.count - 1 - Int(age)
    let end = count == 0 ? kept.count : min(start + Int(count), kept.count)
    var datagrams: [[UInt8]] = []
    var bytes = NetworkMIDI2Packet.signature
    for index in start..<end {
      if bytes.count + 4 + 4 * kept[index].count > NetworkMIDI2Packet.maximumBytes {
        datagrams.append(bytes)
        repeatedBytes += bytes.count
        bytes = NetworkMIDI2Packet.signature
      }
      if repeatedBytes > Self.maximumRepeatedBytes { break }
      write(index, to: &bytes)
    }
    if bytes.count > NetworkMIDI2Packet.signature.count {
      datagrams.append(bytes)
      repeatedBytes += bytes.count
    }
    datagramCount += UInt64(datagrams.count)
    return datagrams
  }
}
