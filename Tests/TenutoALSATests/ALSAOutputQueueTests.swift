import TenutoMIDI
import Testing

@testable import TenutoALSA

/// What waits at an output, and what its end leaves behind.
@Suite struct ALSAOutputQueueTests {
  private static let second: UInt64 = 1_000_000_000

  private static func on(_ note: UInt8) -> UMP { UMP(0x2090_0064 | UInt32(note) << 8) }
  private static func off(_ note: UInt8) -> UMP { UMP(0x2080_0040 | UInt32(note) << 8) }

  private static func send(_ queue: inout ALSAOutputQueue, at now: UInt64) -> [[UInt8]] {
    var sent: [[UInt8]] = []
    queue.send(at: now) { piece in
      sent.append(piece.bytes)
      return true
    }
    return sent
  }

  @Test func theKernelGetsAMessageShortlyBeforeItsTime() {
    var queue = ALSAOutputQueue()
    _ = queue.add(Self.on(60), at: 0, now: Self.second)
    _ = queue.add(Self.off(60), at: 2 * Self.second, now: Self.second)
    let sent1 = Self.send(&queue, at: Self.second)
    #expect(sent1 == [[0x90, 60, 100]])
    let due = queue.due
    #expect(due == 2 * Self.second - ALSAOutputQueue.horizon)
    let sent2 = Self.send(&queue, at: (due ?? 0) - 1)
    #expect(sent2.isEmpty)
    let sent3 = Self.send(&queue, at: due ?? 0)
    #expect(sent3 == [[0x80, 60, 64]])
    let (isEmpty, next, last) = (queue.isEmpty, queue.due, queue.last)
    #expect(isEmpty && next == nil && last == 2 * Self.second)
  }

  @Test func whatTheKernelHasNoRoomForIsSentLater() {
    var queue = ALSAOutputQueue()
    for note in 60..<UInt8(70) { _ = queue.add(Self.on(note), at: 0, now: 1) }
    var room = 4
    var sent: [UInt8] = []
    let send = { (piece: ALSAPiece) -> Bool in
      guard room > 0 else { return false }
      room -= 1
      sent.append(piece.bytes[1])
      return true
    }
    queue.send(at: 1, send)
    let waits = !queue.isEmpty
    #expect(sent == [60, 61, 62, 63] && waits)
    room = 100
    queue.send(at: 2, send)
    let isEmpty = queue.isEmpty
    #expect(sent == Array(60..<70) && isEmpty)
  }

  @Test func theEndEndsTheNotesThatWereSentAndNoOthers() {
    var queue = ALSAOutputQueue()
    let now = Self.second
    _ = queue.add(Self.on(60), at: 0, now: now)
    _ = queue.add(Self.on(64), at: now + ALSAOutputQueue.horizon, now: now)
    let begun = Self.send(&queue, at: now)
    #expect(begun.count == 2)
    // Neither of the two leaves any more.
    _ = queue.add(Self.off(60), at: 3 * now, now: now)
    _ = queue.add(Self.on(67), at: 3 * now, now: now)
    queue.clear(now: now)
    let sent4 = Self.send(&queue, at: now)
    #expect(sent4 == [[0x80, 60, 64], [0x80, 64, 64]])
    // They come after what the kernel holds.
    let last = queue.last
    #expect(last == now + ALSAOutputQueue.horizon)
    queue.clear(now: 2 * now)
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test func aSysExThatIsDroppedInTheMiddleIsEnded() {
    var queue = ALSAOutputQueue()
    var parser = MIDI1Parser()
    let message = [0xF0] + [UInt8](repeating: 1, count: 5000) + [0xF7]
    for packet in message.compactMap({ parser.parse($0) }) {
      _ = queue.add(packet, at: 0, now: Self.second)
    }
    let sent = Self.send(&queue, at: Self.second)
    let waits = !queue.isEmpty
    #expect(sent.count == 8 && waits)
    queue.clear(now: Self.second)
    let end = Self.send(&queue, at: Self.second)
    let isEmpty = queue.isEmpty
    #expect(end == [[0xF7]] && isEmpty)
    _ = queue.add(Self.on(60), at: 0, now: Self.second)
    let sent5 = Self.send(&queue, at: Self.second)
    #expect(sent5 == [[0x90, 60, 100]])
  }

  @Test func realtimeOvertakesALongSysEx() {
    var queue = ALSAOutputQueue()
    var parser = MIDI1Parser()
    let message = [0xF0] + [UInt8](repeating: 1, count: 5000) + [0xF7]
    for packet in message.compactMap({ parser.parse($0) }) {
      _ = queue.add(packet, at: 0, now: Self.second)
    }
    _ = Self.send(&queue, at: Self.second)
    _ = queue.add(UMP(0x10F8_0000), at: 0, now: Self.second)
    let clock = Self.send(&queue, at: Self.second)
    let waits = !queue.isEmpty
    #expect(clock == [[0xF8]] && waits)
  }
}
