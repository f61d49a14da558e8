internal import Synchronization
internal import TenutoCore

/// When a scheduled event happens.
public enum ScheduleTime: Sendable, Equatable {
  /// At the first frame of the next cycle (`AUEventSampleTimeImmediate`).
  case immediately
  /// At a frame of `PreparedGraph.sampleTime`; a past frame means the first of the next cycle.
  case sampleTime(Int64)
}

/// Events scheduled by control threads, in the order of time.
///
/// Control writes to a ring; the render thread moves the events to a heap, from which it takes
/// those that are due. Ring and heap together never hold more than `capacity` events, so neither
/// overflows.
@safe struct EventSchedule: BitwiseCopyable, @unchecked Sendable {  // single writer
  /// A scheduled event.
  struct Item: BitwiseCopyable {
    var time: Int64
    var number: UInt64
    var slot: SlotHandle
    var payload: TimedEvent.Payload

    /// Whether it precedes another one: by time, then in the order of scheduling.
    @_noLocks
    func precedes(_ other: Item) -> Bool {
      time < other.time || (time == other.time && number < other.number)
    }
  }

  private let ring: UnsafeMutablePointer<Item>
  private let heap: UnsafeMutablePointer<Item>
  /// The events that did not fit into this cycle, and their number.
  private let postponed: UnsafeMutablePointer<Item>
  private let postponedCount: UnsafeMutablePointer<Int>
  private let heapCount: UnsafeMutablePointer<Int>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }
  private static var done: Int { @_noLocks get { 2 } }
  private static var wordCount: Int { 3 }
  /// The most waiting events.
  static var capacity: Int { @_noLocks get { 4096 } }

  static func allocate() -> EventSchedule {
    let nothing = Item(
      time: 0, number: 0, slot: SlotHandle(number: 0, generation: 0),
      payload: .parameter(address: 0, value: 0))
    let ring = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    unsafe ring.initialize(repeating: nothing, count: capacity)
    let heap = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    unsafe heap.initialize(repeating: nothing, count: capacity)
    let postponed = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    unsafe postponed.initialize(repeating: nothing, count: capacity)
    let postponedCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe postponedCount.initialize(to: 0)
    let heapCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe heapCount.initialize(to: 0)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe EventSchedule(
      ring: ring, heap: heap, postponed: postponed, postponedCount: postponedCount,
      heapCount: heapCount, words: words)
  }

  func deallocate() {
    unsafe ring.deallocate()
    unsafe heap.deallocate()
    unsafe postponed.deallocate()
    unsafe postponedCount.deallocate()
    unsafe heapCount.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  /// Schedules an event; returns false if too many are waiting.
  ///
  /// Thread: control, one at a time.
  func write(_ payload: TimedEvent.Payload, to slot: SlotHandle, time: Int64) -> Bool {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    guard end &- (unsafe words[Self.done].load(ordering: .acquiring)) < Self.capacity else {
      return false
    }
    unsafe ring[end % Self.capacity] = Item(
      time: time, number: UInt64(end), slot: slot, payload: payload)
    unsafe words[Self.written].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Whether no event is waiting.
  ///
  /// Thread: render.
  var isEmpty: Bool {
    @_noLocks get {
      unsafe words[Self.written].load(ordering: .acquiring)
        == words[Self.done].load(ordering: .relaxed)
    }
  }

  /// Moves events scheduled since the last cycle to the heap.
  ///
  /// Thread: render.
  @_noLocks
  func gather() {
    var next = unsafe words[Self.read].load(ordering: .relaxed)
    let end = unsafe words[Self.written].load(ordering: .acquiring)
    while next != end {
      unsafe push(ring[next % Self.capacity])
      next &+= 1
    }
    unsafe words[Self.read].store(next, ordering: .relaxed)
  }

  /// Returns the earliest event if it is before `end`, and leaves it in the heap.
  ///
  /// Thread: render.
  @_noLocks
  func first(before end: Int64) -> Item? {
    guard unsafe heapCount.pointee > 0, unsafe heap[0].time < end else { return nil }
    return unsafe heap[0]
  }
}

extension EventSchedule {
  @_noLocks
  private func push(_ item: Item) {
    var index = unsafe heapCount.pointee
    unsafe heapCount.pointee = index + 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard unsafe item.precedes(heap[parent]) else { break }
      unsafe heap[index] = heap[parent]
      index = parent
    }
    unsafe heap[index] = item
  }

  /// Removes the earliest event.
  ///
  /// Thread: render.
  @_noLocks
  func removeFirst() {
    takeFirst()
    let done = unsafe words[Self.done].load(ordering: .relaxed)
    unsafe words[Self.done].store(done &+ 1, ordering: .releasing)
  }

  /// Sets the earliest event aside, until `restorePostponed`.
  ///
  /// Thread: render.
  @_noLocks
  func postponeFirst() {
    let count = unsafe postponedCount.pointee
    unsafe postponed[count] = heap[0]
    unsafe postponedCount.pointee = count &+ 1
    takeFirst()
  }

  /// Restores the events that were set aside.
  ///
  /// Thread: render.
  @_noLocks
  func restorePostponed() {
    for index in 0..<(unsafe postponedCount.pointee) { unsafe push(postponed[index]) }
    unsafe postponedCount.pointee = 0
  }

  @_noLocks
  private func takeFirst() {
    let count = unsafe heapCount.pointee - 1
    unsafe heapCount.pointee = count
    let item = unsafe heap[count]
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < count else { break }
      if child + 1 < count, unsafe heap[child + 1].precedes(heap[child]) { child += 1 }
      guard unsafe heap[child].precedes(item) else { break }
      unsafe heap[index] = heap[child]
      index = child
    }
    unsafe heap[index] = item
  }
}
