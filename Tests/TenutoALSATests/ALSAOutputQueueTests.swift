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
    #expect(queue.add(Self.on(60), at: 0, now: Self.second))
    #expect(queue.add(Self.off(60), at: 2 * Self.second, now: Self.second))
    #expect(Self.send(&queue, at: Self.second) == [[0x90, 60, 100]])
    let due = queue.due
    #expect(due == 2 * Self.second - ALSAOutputQueue.horizon)
    #expect(Self.send(&queue, at: (due ?? 0) - 1).isEmpty)
    #expect(Self.send(&queue, at: due ?? 0) == [[0x80, 60, 64]])
    #expect(queue.isEmpty && queue.due == nil && queue.last == 2 * Self.second)
  }

  @Test func whatTheKernelHasNoRoomForIsSentLater() {
    var queue = ALSAOutputQueue()
    for note in 60..<UInt8(70) { #expect(queue.add(Self.on(note), at: 0, now: 1)) }
    var room = 4
    var sent: [UInt8] = []
    let send = { (piece: ALSAPiece) -> Bool in
      guard room > 0 else { return false }
      room -= 1
      sent.append(piece.bytes[1])
      return true
    }
    queue.send(at: 1, send)
    #expect(sent == [60, 61, 62, 63] && !queue.isEmpty)
    room = 100
    queue.send(at: 2, send)
    #expect(sent == Array(60..<70) && queue.isEmpty)
  }

  @Test func theEndEndsTheNotesThatWereSentAndNoOthers() {
    var queue = ALSAOutputQueue()
    let now = Self.second
    _ = queue.add(Self.on(60), at: 0, now: now)
    _ = queue.add(Self.on(64), at: now + ALSAOutputQueue.horizon, now: now)
    #expect(Self.send(&queue, at: now).count == 2)
    // Neither of the two leaves any more.
    _ = queue.add(Self.off(60), at: 3 * now, now: now)
    _ = queue.add(Self.on(67), at: 3 * now, now: now)
    queue.clear(now: now)
    #expect(Self.send(&queue, at: now) == [[0x80, 60, 64], [0x80, 64, 64]])
    // They come after what the kernel holds.
    #expect(queue.last == now + ALSAOutputQueue.horizon)
    queue.clear(now: 2 * now)
    #expect(queue.isEmpty)
  }

  @Test func aSysExThatIsDroppedInTheMiddleIsEnded() {
    var queue = ALSAOutputQueue()
    var parser = MIDI1Parser()
    let message = [0xF0] + [UInt8](repeating: 1, count: 5000) + [0xF7]
    for packet in message.compactMap({ parser.parse($0) }) {
      #expect(queue.add(packet, at: 0, now: Self.second))
    }
    let sent = Self.send(&queue, at: Self.second)
    #expect(sent.count == 8 && !queue.isEmpty)
    queue.clear(now: Self.second)
    #expect(Self.send(&queue, at: Self.second) == [[0xF7]] && queue.isEmpty)
    _ = queue.add(Self.on(60), at: 0, now: Self.second)
    #expect(Self.send(&queue, at: Self.second) == [[0x90, 60, 100]])
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
    #expect(Self.send(&queue, at: Self.second) == [[0xF8]] && !queue.isEmpty)
  }
}
