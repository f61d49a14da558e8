/// Events in the order of arrival.
///
/// Thread: control makes and frees it, render uses it.
@safe struct MIDIEventQueue: ~Copyable {
  private let base: UnsafeMutablePointer<MIDIScheduledEvent>
  private let capacity: Int
  private var start = 0
  private(set) var count = 0

  /// Allocates a queue for a power of 2 of events.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = MIDIScheduledEvent.allocate(capacity)
  }

  deinit { unsafe base.deallocate() }

  var first: MIDIScheduledEvent? {
    @_noLocks get { count > 0 ? unsafe base[start & (capacity &- 1)] : nil }
  }

  /// Adds an event; the inbox's limit prevents an overflow.
  @_noLocks
  mutating func append(_ event: MIDIScheduledEvent) {
    precondition(count < capacity)
    unsafe base[(start &+ count) & (capacity &- 1)] = event
    count &+= 1
  }

  @_noLocks
  mutating func removeFirst() {
    precondition(count > 0)
    start = (start &+ 1) & (capacity &- 1)
    count &-= 1
  }
}
