/// Packets of one cycle in frame order, in a buffer of fixed capacity.
///
/// Allocated and freed by a control thread, filled on the render thread.
@safe
public struct TimedUMPBuffer: ~Copyable, @unchecked Sendable {  // owns its memory
  /// The capacity in events.
  public let capacity: Int

  /// The number of events.
  public private(set) var count = 0

  /// Events dropped for lack of room since the buffer was created.
  public private(set) var lostCount: UInt64 = 0

  private let memory: UnsafeMutablePointer<TimedUMP>

  /// Creates an empty buffer.
  ///
  /// Thread: control.
  public init(capacity: Int) {
    precondition(capacity >= 0, "TimedUMPBuffer has no such capacity")
    self.capacity = capacity
    unsafe memory = UnsafeMutablePointer.allocate(capacity: capacity)
    unsafe memory.initialize(repeating: TimedUMP(frameOffset: 0, ump: UMP(0)), count: capacity)
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// Returns the event at `index`, which must be in `0..<count`; anything else traps at runtime.
  ///
  /// Thread: any.
  public subscript(index: Int) -> TimedUMP {
    @_noLocks get {
      precondition(index >= 0 && index < count, "TimedUMPBuffer index out of range")
      return unsafe memory[index]
    }
  }

  /// Inserts an event by its frame, after those of the same frame; returns false if the buffer is
  /// full.
  ///
  /// Thread: render.
  @_noLocks
  @discardableResult
  public mutating func insert(_ event: TimedUMP) -> Bool {
    guard count < capacity else {
      lostCount &+= 1
      return false
    }
    var place = count
    while unsafe place > 0 && memory[place - 1].frameOffset > event.frameOffset {
      unsafe memory[place] = memory[place - 1]
      place -= 1
    }
    unsafe memory[place] = event
    count += 1
    return true
  }

  /// Inserts the events of another buffer; at equal frames they follow the present ones.
  ///
  /// Thread: render. Events without room are counted.
  @_noLocks
  public mutating func merge(_ other: borrowing TimedUMPBuffer) {
    var index = 0
    while index < other.count {
      insert(other[index])
      index += 1
    }
  }

  /// Removes the events before `frame`, and shifts the rest to start there: for the next cycle.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func advance(by frames: UInt32) {
    var kept = 0
    var index = 0
    while index < count {
      var event = unsafe memory[index]
      if event.frameOffset >= frames {
        event.frameOffset -= frames
        unsafe memory[kept] = event
        kept += 1
      }
      index += 1
    }
    count = kept
  }

  /// Removes all events.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func removeAll() {
    count = 0
  }
}
