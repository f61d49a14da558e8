internal import CJACK

/// The render thread's state of one input.
///
/// Thread: control creates it, render uses it while it is in the slots.
@safe struct MIDIInputSlot {
  private(set) var port: JACKPort
  let ring: MIDIByteRing
  let counters: MIDICounterWords
  nonisolated(unsafe) let wakeup: OpaquePointer  // wakes from any thread
  /// Whether an event was lost since the last written one.
  private var hasGap = false

  init(port: JACKPort, ring: MIDIByteRing, counters: MIDICounterWords, wakeup: OpaquePointer) {
    self.port = port
    self.ring = ring
    self.counters = counters
    unsafe self.wakeup = wakeup
  }

  /// Switches to the port of another server, only while no render thread uses the slot.
  mutating func adopt(_ port: JACKPort) {
    self.port = port
    hasGap = true
  }

  /// Passes on the events that arrived in a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func render(_ cycle: borrowing JACKCycle, _ clock: MIDICycleClock) {
    if clock.missedCycles > 0 {
      counters.addMissedCycles(clock.missedCycles)
      hasGap = true
    }
    let input = cycle.midiInput(port)
    if input.lostCount > 0 {
      counters.addLost(UInt64(input.lostCount))
      hasGap = true
    }
    guard input.count > 0 else { return }
    for index in 0..<input.count {
      let event = input.event(at: index)
      take(event, clock.hostTime(atFrame: event.frameOffset))
    }
    unsafe cjack_wakeup_post(wakeup)
  }

  @_noLocks
  private mutating func take(_ event: borrowing JACKMIDIEvent, _ hostTime: UInt64) {
    guard let bytes = unsafe event.base, event.count > 0 else { return }
    let header = MIDIByteRing.Header(
      hostTime: hostTime, byteCount: UInt32(truncatingIfNeeded: event.count),
      followsGap: hasGap ? 1 : 0)
    if unsafe ring.write(header, bytes) {
      hasGap = false
      counters.addPassed()
    } else {
      hasGap = true
      counters.addLost()
    }
  }
}
