internal import TenutoMIDI

/// Events to the render thread: a ring with one writer at a time and one reader.
@safe struct MIDIEventInbox: Sendable, BitwiseCopyable {
  nonisolated(unsafe) private let base: UnsafeMutablePointer<MIDIScheduledEvent>  // see `words`
  let capacity: Int
  private let words = SharedWords(count: 4)

  /// Allocates an inbox for a power of 2 of events; free it with `deallocate()`.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = MIDIScheduledEvent.allocate(capacity)
  }

  func deallocate() {
    unsafe base.deallocate()
    words.deallocate()
  }

  /// Events written so far, which is the next one's sequence number.
  var writtenCount: UInt64 { @_noLocks get { words.load(0) } }

  /// Events that have not left the port yet, wherever they wait: at most `capacity`.
  var pendingCount: UInt64 { @_noLocks get { words.load(2) } }

  /// Writes an event; returns false if too many are waiting.
  ///
  /// Thread: any, one at a time.
  func write(_ event: MIDIScheduledEvent) -> Bool {
    guard pendingCount < UInt64(capacity) else { return false }
    let written = writtenCount
    unsafe base[Int(truncatingIfNeeded: written) & (capacity - 1)] = event
    words.add(2)
    words.store(0, written &+ 1)
    return true
  }

  /// Takes the oldest event.
  ///
  /// Thread: render.
  @_noLocks
  func read() -> MIDIScheduledEvent? {
    let read = words.load(1)
    guard words.load(0) != read else { return nil }
    let event = unsafe base[Int(truncatingIfNeeded: read) & (capacity &- 1)]
    words.store(1, read &+ 1)
    return event
  }

  /// Notes that an event has left the port, or was dropped.
  ///
  /// Thread: render.
  @_noLocks
  func finishOne() { words.subtract(2) }

  /// Events with a lower sequence number must be dropped.
  var flushLimit: UInt64 {
    @_noLocks get { words.load(3) }
    nonmutating set { words.store(3, newValue) }
  }
}

extension MIDIScheduledEvent {
  /// Allocates memory for events, touched so that the render thread causes no page fault.
  static func allocate(_ capacity: Int) -> UnsafeMutablePointer<MIDIScheduledEvent> {
    let base = UnsafeMutablePointer<MIDIScheduledEvent>.allocate(capacity: capacity)
    unsafe base.initialize(
      repeating: MIDIScheduledEvent(hostTime: 0, sequence: 0, ump: .init(0), transfer: nil),
      count: capacity)
    return unsafe base
  }
}
