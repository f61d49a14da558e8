internal import CTenuto
internal import TenutoTransport

/// Who was given a core that somebody else holds is moved to the others, within the cycle.
///
/// Of a chain it is whoever is to render now. Whether a node waits for its core is told by the
/// processor time of its process, which is read only where nobody has finished for an eighth of the
/// window: a level that has much to do moves on meanwhile.
extension Renderer {
  /// Says who renders, for `CorePlacer`.
  @_noLocks
  func tellThread() {
    let thread = tenuto_own_thread()
    if words.thread != thread { words.thread = thread }
  }

  /// What a wait has seen of those that are not done.
  struct Patience: BitwiseCopyable {
    /// When to look next, and how long after that again.
    var next: UInt64 = 0
    var interval: UInt64 = 0
    /// What was to be rendered at the last look, as `stand(of:)` says it; -1 where that is unknown.
    var stand = -1
    /// Whether processor times were read at the last look.
    var hasTimes = false
    /// Whether nobody who is late has a core of its own: then there is nothing to look after.
    var isOver = false

    @_noLocks init() {}
  }

  /// How many nanoseconds to sleep at most; before, looks after those that wait for a core.
  @_noLocks
  func slice(of range: RenderPlan.Level, _ patience: inout Patience, until limit: UInt64) -> UInt64
  {
    let now = MonotonicTime.now.nanoseconds
    guard now < limit && !patience.isOver else { return Self.sliceNanoseconds }
    if patience.interval == 0 {
      patience.interval = (limit &- now) / 8
      patience.next = now &+ patience.interval
    } else if now >= patience.next {
      look(at: range, &patience, now)
      patience.next = now &+ patience.interval
    }
    return patience.isOver
      ? Self.sliceNanoseconds : min(Self.sliceNanoseconds, patience.next &- now)
  }

  @_noLocks
  private func look(at range: RenderPlan.Level, _ patience: inout Patience, _ now: UInt64) {
    // Who wakes this late tells of the machine, not of an extension.
    let isInTime = now &- patience.next < patience.interval / 2
    if patience.stand < 0 { patience.isOver = !hasPlaced(range) }
    let stand = isInTime ? stand(of: range) : -1
    let standsStill = isInTime && stand == patience.stand
    patience.stand = stand
    guard standsStill else {
      patience.hasTimes = false
      return
    }
    readTimes(range, leastToStay: patience.hasTimes ? patience.interval / 8 : 0)
    patience.hasTimes = true
  }

  @_noLocks
  private func isLate(_ slot: Int) -> Bool {
    unsafe slots[slot].isAsked && !slots[slot].port.hasDone(cycle)
  }

  /// Whoever of the chain behind which `slot` is waited for is to render now; `slot` where it is in
  /// none.
  @_noLocks
  private func due(_ slot: Int) -> Int {
    guard unsafe slots[slot].chain.isHandedOn else { return slot }
    var part = unsafe slots[slot].chain.head
    while unsafe part != slot && slots[part].port.hasDone(cycle) {
      part = unsafe slots[part].role.after
    }
    return part
  }

  /// A number that changes with whatever gets on.
  @_noLocks
  private func stand(of range: RenderPlan.Level) -> Int {
    var sum = 0
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      if isLate(slot) { sum &+= due(slot) &+ 1 }
    }
    return sum
  }

  @_noLocks
  private func hasPlaced(_ range: RenderPlan.Level) -> Bool {
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      if isLate(slot), unsafe !slots[due(slot)].link.pointee.place.isFree { return true }
    }
    return false
  }

  /// Reads the processor times of those that are late, and moves those off their cores that have had
  /// less than `leastToStay` nanoseconds since the last reading.
  @_noLocks
  private func readTimes(_ range: RenderPlan.Level, leastToStay: UInt64) {
    for member in range.first..<range.end {
      guard isLate(unsafe plan.members[member]) else { continue }
      let slot = due(unsafe plan.members[member])
      guard unsafe slots[slot].life.isAlive else { continue }
      let link = unsafe slots[slot].link
      let place = unsafe link.pointee.place
      guard !place.isFree else { continue }
      let time = place.processTime()
      if unsafe time &- link.pointee.processTime < leastToStay { place.moveOff() }
      unsafe link.pointee.processTime = time
    }
  }
}
