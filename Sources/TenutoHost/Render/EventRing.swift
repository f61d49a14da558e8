internal import Synchronization
package import TenutoCore

/// Events on their way from a control thread to the render thread: one writer, one reader.
///
/// Valid until `deallocate`.
@safe package struct EventRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  private let capacity: Int
  private let events: UnsafeMutablePointer<TimedEvent>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }

  /// Holds `capacity` events.
  ///
  /// Thread: control.
  package static func allocate(capacity: Int) -> EventRing {
    let events = UnsafeMutablePointer<TimedEvent>.allocate(capacity: capacity)
    let silence = TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0))
    unsafe events.initialize(repeating: silence, count: capacity)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 2)
    for index in 0..<2 { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe EventRing(capacity: capacity, events: events, words: words)
  }

  package func deallocate() {
    unsafe events.deallocate()
    unsafe words.deinitialize(count: 2)
    unsafe words.deallocate()
  }

  /// Puts an event in; false where there is no room.
  ///
  /// Thread: control, one at a time.
  package func write(_ event: TimedEvent) -> Bool {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    let start = unsafe words[Self.read].load(ordering: .acquiring)
    guard end &- start < capacity else { return false }
    unsafe events[end % capacity] = event
    unsafe words[Self.written].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Takes the oldest event out, nil where there is none.
  ///
  /// Thread: render.
  @_noLocks
  package func take() -> TimedEvent? {
    let start = unsafe words[Self.read].load(ordering: .relaxed)
    guard start != (unsafe words[Self.written].load(ordering: .acquiring)) else { return nil }
    let event = unsafe events[start % capacity]
    unsafe words[Self.read].store(start &+ 1, ordering: .releasing)
    return event
  }
}
