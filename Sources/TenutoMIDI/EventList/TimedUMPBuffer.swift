/// Packets of one cycle in the order of their frames, in memory that never grows.
///
/// Made and ended by a control thread, filled on the render thread.
@safe
public struct TimedUMPBuffer: ~Copyable, @unchecked Sendable {
  /// How many events it takes.
  public let capacity: Int

  /// How many events it holds.
  public private(set) var count = 0

  /// How many events had no place since it was made.
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

  /// Adds an event at its place, behind those of the same frame; false when the buffer is full.
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

  /// Adds the events of another buffer; at equal frames they come behind those that are here.
  ///
  /// Thread: render. Those that have no place are counted.
  @_noLocks
  public mutating func merge(_ other: borrowing TimedUMPBuffer) {
    var index = 0
    while index < other.count {
      insert(other[index])
      index += 1
    }
  }

  /// Removes the events before `frame`, and moves the rest to begin there: for the next cycle.
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
