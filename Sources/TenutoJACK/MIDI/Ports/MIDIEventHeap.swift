/// Events that wait for their time, earliest first; simultaneous ones in the order of sending.
///
/// Thread: control makes and frees it, render uses it.
@safe struct MIDIEventHeap: ~Copyable {
  private let base: UnsafeMutablePointer<MIDIScheduledEvent>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = MIDIScheduledEvent.allocate(capacity)
  }

  deinit { unsafe base.deallocate() }

  var first: MIDIScheduledEvent? {
    @_noLocks get { count > 0 ? unsafe base[0] : nil }
  }

  /// Adds an event; the inbox's limit prevents an overflow.
  @_noLocks
  mutating func insert(_ event: MIDIScheduledEvent) {
    precondition(count < capacity)
    var place = count
    count &+= 1
    while place > 0 {
      let parent = (place &- 1) / 2
      guard unsafe event.isBefore(base[parent]) else { break }
      unsafe base[place] = base[parent]
      place = parent
    }
    unsafe base[place] = event
  }

  @_noLocks
  mutating func removeFirst() {
    precondition(count > 0)
    count &-= 1
    guard count > 0 else { return }
    let event = unsafe base[count]
    var place = 0
    while true {
      var child = 2 &* place &+ 1
      guard child < count else { break }
      if child &+ 1 < count, unsafe base[child &+ 1].isBefore(base[child]) { child &+= 1 }
      guard unsafe base[child].isBefore(event) else { break }
      unsafe base[place] = base[child]
      place = child
    }
    unsafe base[place] = event
  }

  /// The event at an index, in no particular order, for `removeAll(below:)` and similar functions.
  @_noLocks
  func event(at index: Int) -> MIDIScheduledEvent {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Drops the events with a sequence number below `limit`.
  @_noLocks
  mutating func removeAll(below limit: UInt64) {
    let all = count
    count = 0
    for index in 0..<all {
      // Kept events move to entries that were already read.
      let event = unsafe base[index]
      if event.sequence >= limit { insert(event) }
    }
  }
}
