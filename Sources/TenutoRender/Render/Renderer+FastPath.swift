internal import TenutoProcess
internal import TenutoTransport

/// The fast path of a linked chain.
///
/// As long as every member of a chain is steady, the chain keeps its form from cycle to cycle.
/// Otherwise the full path forms it again.
extension Renderer {
  /// Whether all followers of `head` are steady and can still follow each other.
  ///
  /// Changes nothing: if one of them is not steady, no node may have been asked yet.
  @_noLocks
  func isChainFast(_ head: Int) -> Bool {
    var last = head
    while unsafe slots[last].chain.handsOn {
      let next = unsafe slots[last].role.after
      guard next >= 0, unsafe slots[next].isReadyAgain(cycle),
        unsafe slots[next].port.isLinked(behind: slots[last].port)
      else { return false }
      last = next
    }
    return true
  }

  /// Asks all followers of `head`.
  @_noLocks
  func askFollowers(of head: Int, frameCount: Int) {
    var last = head
    while unsafe slots[last].chain.handsOn {
      last = unsafe slots[last].role.after
      unsafe slots[last].askAgain(cycle, frameCount: frameCount)
      unsafe slots[last].port.link(cycle, behind: cycle)
    }
  }

  /// Clears the chain state of the nodes from `head` on.
  @_noLocks
  func unchain(_ head: Int) {
    var slot = head
    var goesOn = true
    while goesOn {
      goesOn = unsafe slots[slot].chain.handsOn
      unsafe slots[slot].chain = ChainPart()
      unsafe slots[slot].fastPath.isActive = false
      slot = unsafe slots[slot].role.after
      if slot < 0 { return }
    }
  }

  /// Finishes all nodes that hand on to `tail`, and `tail`; returns true if one left a gap.
  @_noLocks
  mutating func finishChain(_ tail: Int, isNetWhole: Bool, frameCount: Int) -> Bool {
    let head = unsafe slots[tail].chain.head
    var isPlain = unsafe !slots[tail].chain.needsNudge
    var isFast = isNetWhole
    var hasGap = false
    var slot = head
    while true {
      let isTaken =
        unsafe isNetWhole && slots[slot].fastPath.isActive
        && takeFast(slot, frameCount: frameCount)
      if unsafe !isTaken || !slots[slot].fastPath.isActive { isFast = false }
      if unsafe slots[slot].chain.isOrdered { isPlain = false }
      if !isTaken, finish(slot, frameCount: frameCount) { hasGap = true }
      if slot == tail { break }
      slot = unsafe slots[slot].role.after
    }
    if !isFast {
      enterFastPath(from: head, to: tail, isPlain: isPlain && !hasGap, frameCount: frameCount)
    }
    return hasGap
  }

  /// Puts a chain on the fast path from the next cycle on, if all of it is steady.
  ///
  /// A part of a chain stays on the full path: the node after it was late or bypassed, and may
  /// follow again.
  @_noLocks
  private func enterFastPath(from head: Int, to tail: Int, isPlain: Bool, frameCount: Int) {
    var isSteady = unsafe isPlain && slots[head].isOrigin && slots[tail].role.after < 0
    var slot = head
    while isSteady {
      isSteady = unsafe slots[slot].isSteady(cycle, frameCount: frameCount)
      if slot == tail { break }
      slot = unsafe slots[slot].role.after
    }
    slot = head
    while true {
      unsafe slots[slot].chain = ChainPart()
      unsafe slots[slot].fastPath.isActive = false
      if isSteady {
        unsafe slots[slot].enterFastPath()
        unsafe slots[slot].chain.isHandedOn = slot != head
        unsafe slots[slot].chain.handsOn = slot != tail
        unsafe slots[slot].chain.head = slot == head ? -1 : head
      }
      if slot == tail { break }
      slot = unsafe slots[slot].role.after
    }
  }
}

extension Renderer {
  /// Whether a late node is still in the same state; otherwise it takes the full path.
  @_noLocks
  func isStillLate(_ slot: Int) -> Bool {
    guard !isEntering, !isLeading, unsafe slots[slot].life.isAlive,
      unsafe slots[slot].port.hasDone(slots[slot].doneCycle)
    else {
      unsafe slots[slot].fastPath.isActive = false
      return false
    }
    return true
  }

  /// Fills the gap of a late node with its input, or with silence.
  @_noLocks
  func passOver(_ slot: Int, frameCount: Int) {
    fillDry(slot, frameCount: frameCount)
    unsafe slots[slot].passOver(frameCount: frameCount)
  }
}

extension Renderer {
  /// Copies the output of a steady node; returns false if the node must take the full path.
  @_noLocks
  func takeFast(_ slot: Int, frameCount: Int) -> Bool {
    guard unsafe !slots[slot].fastPath.isLate,
      unsafe slots[slot].takeFast(
        cycle, frameCount: frameCount, isMeasured: isMeasured, isStillRead: relay.handsOn)
    else { return false }
    if unsafe !slots[slot].fastPath.isActive && slots[slot].needsDry {
      applyBypass(slot, frameCount: frameCount)
      unsafe slots[slot].noteHeard(frameCount: frameCount)
    }
    return true
  }

  /// Asks a steady node and its followers, or skips a late node; returns false if they must take
  /// the full path.
  @_noLocks
  func askFast(_ slot: Int, frameCount: Int) -> Bool {
    if unsafe slots[slot].fastPath.isLate { return isStillLate(slot) }
    guard !isEntering, !isLeading, unsafe slots[slot].isReadyAgain(cycle),
      unsafe !slots[slot].chain.handsOn || isChainFast(slot)
    else {
      unsafe slots[slot].fastPath.isActive = false
      return false
    }
    if unsafe slots[slot].port.inputChannelCount > 0 {
      fillInput(slot, frameCount: frameCount)
    }
    unsafe slots[slot].askAgain(cycle, frameCount: frameCount)
    if unsafe slots[slot].chain.handsOn { askFollowers(of: slot, frameCount: frameCount) }
    return true
  }
}
