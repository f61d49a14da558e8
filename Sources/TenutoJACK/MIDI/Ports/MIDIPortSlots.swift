internal import CJACK
internal import Glibc
internal import Synchronization

/// The slots of a client's ports on the render thread.
///
/// A slot is added or removed between two cycles, without interrupting other slots: the render
/// thread rereads all slots in every cycle, and counts the beginnings and ends of cycles, so that
/// control knows when it has released a slot.
@safe final class MIDIPortSlots: Sendable {
  nonisolated(unsafe) let memory: UnsafeMutablePointer<MIDISlotMemory>  // control: `places` only
  /// Memory that the render thread may use until its client is closed.
  private let kept = Mutex<[MIDIPortCore.Lane]>([])

  init(handle: JACKRenderHandle, sampleRate: Int) {
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: MIDISlotMemory(handle: handle, sampleRate: sampleRate))
  }

  deinit {
    unsafe memory.pointee.places.deallocate()
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// Adds a slot's memory for its direction; returns its index, or nil if all are taken.
  func enter(_ slot: UnsafeMutableRawPointer, _ direction: JACKPortDirection) -> Int? {
    let places = unsafe memory.pointee.places
    let first = direction == .input ? 0 : MIDISlotMemory.limit
    guard let free = (first..<first + MIDISlotMemory.limit).first(where: { places.load($0) == 0 })
    else {
      return nil
    }
    places.store(free, UInt64(UInt(bitPattern: slot)))
    return free
  }

  /// Keeps the memory of ports until the client is closed and this object is freed.
  func keep(_ lanes: [MIDIPortCore.Lane]) { kept.withLock { $0 += lanes } }

  /// Removes a slot, and waits until the render thread has released it.
  ///
  /// - Returns: False if a cycle has not ended for a second: keep the memory.
  func leave(_ place: Int) -> Bool {
    let places = unsafe memory.pointee.places
    places.store(place, 0)
    let cycle = places.load(MIDISlotMemory.cyclePlace)
    guard cycle % 2 == 1 else { return true }
    for _ in 0..<2000 {
      if places.load(MIDISlotMemory.cyclePlace) != cycle { return true }
      usleep(500)
    }
    return false
  }
}

/// The render thread's view of the slots.
@safe struct MIDISlotMemory {
  /// The most ports of each direction in a client.
  static var limit: Int { @_noLocks get { 512 } }

  let handle: JACKRenderHandle
  /// Addresses of slots, inputs first, 0 for none; then the count of beginnings and ends of cycles.
  let places = SharedWords(count: 2 * MIDISlotMemory.limit + 1)
  let sampleRate: Int
  /// Host time minus JACK's time, in ns, once measured.
  private var clockOffset: Int64?
  /// The expected frame of the next cycle, after the first one.
  private var nextFrameTime: UInt32?

  static var cyclePlace: Int { @_noLocks get { 2 &* Self.limit } }

  init(handle: JACKRenderHandle, sampleRate: Int) {
    self.handle = handle
    self.sampleRate = sampleRate
  }

  /// Runs one cycle of all ports.
  ///
  /// Thread: render.
  @_noLocks
  mutating func render(_ cycle: inout JACKCycle) {
    places.add(Self.cyclePlace)
    let clock = MIDICycleClock(
      cycle, sampleRate: sampleRate, clockOffset: measureClock(), missedCycles: countMissed(cycle))
    for index in 0..<Self.limit {
      guard let slot = unsafe address(index) else { continue }
      unsafe slot.assumingMemoryBound(to: MIDIInputSlot.self).pointee.render(cycle, clock)
    }
    for index in Self.limit..<2 &* Self.limit {
      guard let slot = unsafe address(index) else { continue }
      unsafe slot.assumingMemoryBound(to: MIDIOutputSlot.self).pointee.render(&cycle, clock)
    }
    places.add(Self.cyclePlace)
  }

  /// Tracks the two clocks, which drift apart by some microseconds per second.
  @_noLocks
  private mutating func measureClock() -> Int64 {
    var uncertainty: Int64 = 0
    let measured = unsafe cjack_clock_offset(&uncertainty)
    guard let before = clockOffset, abs(measured &- before) < 1_000_000 else {
      clockOffset = measured
      return measured
    }
    // A reading that was interrupted is useless.
    guard uncertainty < 5_000 else { return before }
    let offset = before &+ (measured &- before) / 4
    clockOffset = offset
    return offset
  }

  @_noLocks
  private mutating func countMissed(_ cycle: borrowing JACKCycle) -> UInt64 {
    let frameTime = cycle.frameTime
    let expected = nextFrameTime ?? frameTime
    nextFrameTime = frameTime &+ UInt32(truncatingIfNeeded: cycle.frameCount)
    guard frameTime != expected, cycle.frameCount > 0 else { return 0 }
    // A server that restarts its count, or counts backwards, has missed at least one cycle.
    let distance = frameTime &- expected
    return max(1, UInt64(distance < 1 << 31 ? distance : 0) / UInt64(cycle.frameCount))
  }

  @_noLocks
  private func address(_ place: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: places.load(place)))
  }
}

/// The process callback of a client of MIDI ports; the context is a `MIDISlotMemory`.
@_noLocks func renderMIDIPorts(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 1 }
  let memory = unsafe context.assumingMemoryBound(to: MIDISlotMemory.self)
  var cycle = unsafe JACKCycle(unsafeHandle: memory.pointee.handle, frameCount: frameCount)
  unsafe memory.pointee.render(&cycle)
  return 0
}
