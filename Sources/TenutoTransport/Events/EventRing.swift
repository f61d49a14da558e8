internal import Synchronization
public import TenutoCore

/// Events between a control thread and the render thread: one writer, one reader.
///
/// Valid until `deallocate`.
@safe public struct EventRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  private let capacity: Int
  private let events: UnsafeMutablePointer<TimedEvent>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }
  private static var reset: Int { @_noLocks get { 2 } }
  private static var wordCount: Int { 3 }

  /// Allocates room for `capacity` events.
  ///
  /// Thread: control.
  public static func allocate(capacity: Int) -> EventRing {
    let events = UnsafeMutablePointer<TimedEvent>.allocate(capacity: capacity)
    let silence = TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0))
    unsafe events.initialize(repeating: silence, count: capacity)
    let words = unsafe HotMemory.allocate(Atomic<Int>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe EventRing(capacity: capacity, events: events, words: words)
  }

  /// Frees its memory; no thread may use it afterwards.
  ///
  /// Thread: control.
  public func deallocate() {
    unsafe events.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
  }

  /// Adds an event; returns false if there is no room.
  ///
  /// Thread: any, one at a time.
  @_noLocks
  public func write(_ event: TimedEvent) -> Bool {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    let start = unsafe words[Self.read].load(ordering: .acquiring)
    guard end &- start < capacity else { return false }
    unsafe events[end % capacity] = event
    unsafe words[Self.written].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Whether there is neither an event nor a reset request to take.
  ///
  /// Thread: render. Inlined into the caller, since that holds in most cycles.
  var isAtRest: Bool {
    @inline(__always) @_noLocks get {
      unsafe words[Self.reset].load(ordering: .relaxed) == 0
        && words[Self.read].load(ordering: .relaxed)
          == words[Self.written].load(ordering: .acquiring)
    }
  }

  /// Takes the oldest event, or returns nil.
  ///
  /// Thread: any, one at a time.
  @_noLocks
  public func take() -> TimedEvent? {
    let start = unsafe words[Self.read].load(ordering: .relaxed)
    guard start != (unsafe words[Self.written].load(ordering: .acquiring)) else { return nil }
    let event = unsafe events[start % capacity]
    unsafe words[Self.read].store(start &+ 1, ordering: .releasing)
    return event
  }

  /// Asks the reader to reset the kernel before it takes further events.
  ///
  /// Thread: control.
  public func requestReset() { unsafe words[Self.reset].store(1, ordering: .releasing) }

  /// Returns whether a reset was requested; several requests may count as one.
  ///
  /// Thread: render.
  @_noLocks
  public func takeReset() -> Bool {
    // The load comes first: an exchange in every cycle would cost more than the rare reset.
    guard unsafe words[Self.reset].load(ordering: .relaxed) != 0 else { return false }
    return unsafe words[Self.reset].exchange(0, ordering: .acquiringAndReleasing) != 0
  }
}
