internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// Handing on along chains: the host starts the head, the members wake each other, and the host
/// sleeps on the last one.
///
/// Each cycle forms the chain again from the nodes that can follow each other. If a node is late,
/// fades or is bypassed, the host mixes its output and starts the next node itself.
extension Renderer {
  /// Sets the word on which a node sleeps after this cycle, before any node of the cycle is
  /// started.
  @_noLocks
  func setSleepWord(_ slot: Int) {
    // An instance still at an earlier cycle could read the new word and sleep on it one cycle too
    // early.
    guard unsafe slots[slot].port.hasDone(cycle &- 1) else { return }
    // A node that is not waited for does not follow: it could miss its order, which the host would
    // not repeat.
    let before = unsafe slots[slot].delay == nil ? slots[slot].role.before : -1
    let follows =
      unsafe before >= 0 && mayHandOn(before, to: slot)
      && slots[slot].port.isLinked(behind: slots[before].port)
      || mayRelay(to: slot)
    unsafe slots[slot].port.setFollowing(follows, cycle: cycle)
  }

  /// Marks late nodes that may skip this cycle unseen: a node that was moved may still wake with
  /// its old level, and a follower is ordered to do the cycle.
  ///
  /// This precedes the start of any node. A running predecessor also wakes its follower, so a late
  /// follower could be about to sleep whenever the order arrives, and miss it in cycle after cycle.
  @_noLocks
  func orderLate() {
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      guard unsafe !slots[slot].fastPath.isActive || slots[slot].fastPath.isLate,
        unsafe !slots[slot].isParked && slots[slot].life.isAlive,
        unsafe !slots[slot].port.hasDone(cycle &- 1)
      else { continue }
      let follows = unsafe slots[slot].port.mayFollow
      guard unsafe follows || slots[slot].link.pointee.isMoving() else { continue }
      unsafe slots[slot].skippedCycle = cycle
      if follows { unsafe slots[slot].port.go(cycle) }
    }
  }

  /// Starts a node that sleeps on another's word, now that its input is complete.
  @_noLocks
  func order(_ slot: Int) {
    guard unsafe slots[slot].isAsked && slots[slot].life.isAlive,
      unsafe slots[slot].port.mayFollow,
      unsafe slots[slot].port.follows(done: slots[slot].doneCycle)
    else { return }
    unsafe slots[slot].port.go(cycle)
    unsafe slots[slot].chain.isOrdered = true
    var tail = slot
    while unsafe slots[tail].chain.handsOn { tail = unsafe slots[tail].role.after }
    unsafe slots[tail].chain.needsNudge = true
  }

  /// Prepares the followers of a prepared node, as far as it can hand on to them.
  @_noLocks
  func prepareChain(behind head: Int, frameCount: Int) {
    var last = head
    while true {
      let next = unsafe slots[last].role.after
      guard next >= 0, canHandOn(last, to: next, frameCount: frameCount) else { break }
      askFollower(next, behind: cycle, head: head, frameCount: frameCount)
      unsafe slots[last].chain.handsOn = true
      unsafe slots[last].port.setHandingOn(true)
      last = next
    }
    unsafe slots[last].port.setHandingOn(false)
  }

  /// Asks a node to render once its predecessor has done its cycle `other`.
  @_noLocks
  func askFollower(_ slot: Int, behind other: UInt32, head: Int, frameCount: Int) {
    openEvents(slot)
    prepareEvents(slot)
    ask(slot, frameCount: frameCount)
    unsafe slots[slot].port.link(cycle, behind: other)
    unsafe slots[slot].chain.isHandedOn = true
    unsafe slots[slot].isInputHandedOn = true
    unsafe slots[slot].chain.head = head
  }

  @_noLocks
  private func canHandOn(_ last: Int, to next: Int, frameCount: Int) -> Bool {
    guard !isEntering, !isLeading, unsafe slots[next].role.before == last,
      mayHandOn(last, to: next)
    else { return false }
    setSleepWord(next)
    guard unsafe slots[last].isAsked, unsafe slots[last].isHeardUnaltered(frameCount: frameCount),
      unsafe slots[next].isPlain,
      unsafe slots[next].port.isLinked(behind: slots[last].port),
      unsafe slots[next].begin(cycle)
    else { return false }
    return unsafe slots[next].port.follows(done: slots[next].doneCycle)
  }

  @_noLocks
  private func mayHandOn(_ last: Int, to next: Int) -> Bool { !isLogged(last) && !isLogged(next) }

  /// Whether a node has a shadow or was one: its input and output pass through the host.
  @_noLocks
  func isLogged(_ slot: Int) -> Bool { unsafe mayShadow && slots[slot].log != nil }

  /// Whether any instance sleeps on the word of a level.
  @_noLocks
  func isAwaited(_ level: RenderPlan.Level) -> Bool {
    for member in level.first..<level.end {
      let slot = unsafe plan.members[member]
      let isElsewhere =
        unsafe slots[slot].chain.isHandedOn || slots[slot].chain.isOrdered
        || (slots[slot].isParked && slots[slot].fastPath.isActive)
      if unsafe !isElsewhere || slots[slot].next != nil || slots[slot].isSpareAwake { return true }
    }
    return false
  }
}

// MARK: - Waiting

extension Renderer {
  /// Releases the follower of a dead node in the chain of `tail`, and after a while repeats the
  /// order to each node that may have missed it.
  @_noLocks
  func nudgeChain(_ tail: Int, isAgain: Bool) {
    if unsafe isAgain && slots[tail].chain.isOrdered { unsafe slots[tail].port.go(cycle) }
    guard unsafe slots[tail].chain.isHandedOn else { return }
    var slot = unsafe slots[tail].chain.head
    if unsafe isAgain && slots[slot].chain.isOrdered { unsafe slots[slot].port.go(cycle) }
    while slot != tail {
      let next = unsafe slots[slot].role.after
      if unsafe !slots[slot].life.isAlive && slots[slot].port.doneCycle != cycle {
        if unsafe isAgain || !slots[next].chain.isOrdered { release(next, tail: tail) }
      }
      slot = next
    }
  }

  /// Releases the follower of the first unanswered node in the chain of `tail`.
  @_noLocks
  func giveUpChain(_ tail: Int) {
    guard unsafe slots[tail].chain.isHandedOn else { return }
    var slot = unsafe slots[tail].chain.head
    while slot != tail {
      let next = unsafe slots[slot].role.after
      if unsafe slots[slot].port.doneCycle != cycle { return release(next, tail: tail) }
      slot = next
    }
  }

  /// Makes a node render silence in place of its missing input.
  @_noLocks
  func release(_ slot: Int, tail: Int) {
    unsafe slots[slot].port.go(cycle)
    unsafe slots[slot].chain.isOrdered = true
    unsafe slots[tail].chain.needsNudge = true
  }
}

/// A node's part of a chain in the current cycle.
struct ChainPart: BitwiseCopyable {
  /// Whether its predecessor hands its input on, without the host.
  var isHandedOn = false
  /// Whether it hands on to the next node, so that the host does not wait for it.
  var handsOn = false
  /// The head of the chain that hands on to it, or −1.
  var head = -1
  /// Whether it was started by a separate word.
  var isOrdered = false
  /// Whether a node of its chain was ordered and may have missed the order.
  var needsNudge = false

  @_noLocks init() {}
}

/// Whether a node can be part of a chain in this cycle.
extension RenderSlot {
  /// Whether its output will be used unaltered, whatever it contains.
  ///
  /// Thread: render. False if the host may fade, delay or replace it.
  @_noLocks
  func isHeardUnaltered(frameCount: Int) -> Bool {
    wasHeard && fadePosition >= Self.fadeFrames && !isBypassActive && !isChangingTiming
      && isPlain && mute.isClean(frameCount: frameCount)
  }

  /// Whether the host waits for it until the engine's deadline, in the same cycle.
  var isPlain: Bool { @_noLocks get { unsafe delay == nil && leadPerFrame == 0 && !isNew } }
}
