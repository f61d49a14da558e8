internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// Mail from control, and hand-offs to it.
extension Renderer {
  /// Takes mail: settings, delays, new instances that are ready, spares.
  @_noLocks
  mutating func takeMail() {
    guard words.lowerMail() else { return }
    takePlan()
    mayFly = true
    mayShadow = true
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      unsafe slots[slot].fastPath.isActive = false
      takeSettings(slot)
      if unsafe slots[slot].mail.hasDelay { takeDelay(slot) }
      if unsafe slots[slot].mail.hasDry { takeDry(slot) }
      if unsafe slots[slot].mail.hasLink { takeLink(slot) }
      if unsafe slots[slot].next != nil { switchToNext(slot) }
      if unsafe slots[slot].mail.hasSpare { takeSpare(slot) }
      if unsafe slots[slot].isSpareAwake { switchToSpare(slot) }
    }
  }

  @_noLocks
  private func takeSettings(_ slot: Int) {
    let isBypassed = unsafe slots[slot].mail.isBypassed
    if unsafe slots[slot].isBypassed != isBypassed {
      unsafe slots[slot].isBypassed = isBypassed
      unsafe slots[slot].events.isToRelease = slots[slot].events.isMIDISource
    }
    let parked = unsafe slots[slot].mail.parkedSerial
    if unsafe parked == slots[slot].port.serial && !slots[slot].isParked {
      unsafe slots[slot].park()
    }
    let share = unsafe slots[slot].mail.deadlineShare
    unsafe slots[slot].leadPerFrame =
      share > 0 ? max(0, deadlineShare - share) * 1e9 / sampleRate : 0
    if unsafe slots[slot].mail.takeUnmute() {
      if unsafe slots[slot].mute.unmute() { unsafe slots[slot].statistics.isMuted = false }
      unsafe slots[slot].listenAgain()
    }
  }

  @_noLocks
  private mutating func takeDelay(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    unsafe slots[slot].beginTimingFade(hasPlayed: lastFrameCount > 0)
    concludeKept(slot)
    let new = unsafe slots[slot].mail.takeDelay()
    guard let old = unsafe slots[slot].changeTiming(new) else { return }
    _ = unsafe handoff.write(Handoff.Item(slots[slot].link, .undelayed, delay: old))
    needsHousekeeping = true
  }

  /// Adapts the delay of a node's dry input to its instance's latency, with a fade if it is heard.
  @_noLocks
  private mutating func takeDry(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe slots[slot].mail.takeDry() else { return }
    if unsafe new.pointee.frameCount != slots[slot].link.pointee.dry.frameCount {
      if unsafe slots[slot].isBypassActive {
        unsafe slots[slot].beginTimingFade(hasPlayed: lastFrameCount > 0)
      }
      unsafe new.pointee.relieve(&slots[slot].link.pointee.dry)
    }
    _ = unsafe handoff.write(Handoff.Item(slots[slot].link, .undelayed, dry: new))
    needsHousekeeping = true
  }

  /// Finishes the pending cycle of a node, while its instance and its delay are still there.
  @_noLocks
  private mutating func concludeKept(_ slot: Int) {
    guard let delay = unsafe slots[slot].delay, unsafe delay.pointee.pendingFrames > 0 else {
      return
    }
    openEvents(slot)
    takeKept(slot, frameCount: frameCount)
    unsafe slots[slot].events.isOpen = true
  }

  @_noLocks
  private mutating func takeLink(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe slots[slot].mail.takeLink() else { return }
    if let untaken = unsafe slots[slot].next { unsafe giveBack(untaken) }
    unsafe slots[slot].next = new
    if unsafe new.pointee.depth != slots[slot].role.depth {
      let old = unsafe new.pointee.depth
      unsafe new.pointee.move(toDepth: slots[slot].role.depth, cycle: cycle)
      // It may sleep at a level that no longer starts cycles.
      page.start(cycle &- 1, depth: old)
    }
  }

  /// Gives a slot another instance once that instance has caught up with the cycles; otherwise
  /// tries again later.
  @_noLocks
  private mutating func switchToNext(_ slot: Int) {
    guard let link = unsafe slots[slot].next else { return }
    let isDead = unsafe !link.pointee.life.isAlive
    guard unsafe isDead || link.pointee.port.doneCycle == cycle &- 1, handoff.hasRoom else {
      return words.raiseMail()
    }
    concludeKept(slot)
    unsafe slots[slot].next = nil
    unsafe giveBack(slots[slot].exchange(link))
  }

  @_noLocks
  private mutating func giveBack(_ link: UnsafeMutablePointer<InstanceLink>) {
    _ = unsafe handoff.write(Handoff.Item(link, .returned))
    needsHousekeeping = true
  }
}

// MARK: - Spares

extension Renderer {
  @_noLocks
  private mutating func takeSpare(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    let new = unsafe slots[slot].mail.takeSpare()
    if let old = unsafe slots[slot].spare { unsafe giveBack(old) }
    unsafe slots[slot].spare = new
    unsafe slots[slot].isSpareAwake = false
    unsafe new?.pointee.move(toDepth: slots[slot].role.depth, cycle: cycle)
    adoptShadow(slot)
  }

  /// Wakes the spares of nodes whose process has ended; they take over at the next boundary.
  @_noLocks
  mutating func wakeSpares() {
    hasSparesToWake = false
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      let isAwake = unsafe slots[slot].isSpareAwake
      guard unsafe isAwake || slots[slot].needsSpare else { continue }
      if !isAwake { unsafe slots[slot].spare?.pointee.port.unpark() }
      catchUpSpare(slot)
      unsafe slots[slot].isSpareAwake = true
      words.raiseMail()
    }
  }

  /// Gives a slot its spare once the spare has caught up; otherwise tries again later.
  ///
  /// A spare that has died is handed back.
  @_noLocks
  private mutating func switchToSpare(_ slot: Int) {
    guard let spare = unsafe slots[slot].spare, unsafe slots[slot].hasEnded,
      unsafe slots[slot].next == nil
    else { return }
    if !isRealtime { unsafe waitForSpare(spare) }
    let isDead = unsafe !spare.pointee.life.isAlive
    guard unsafe isDead || spare.pointee.port.doneCycle == cycle &- 1, handoff.hasRoom else {
      hasSparesToWake = true
      return words.raiseMail()
    }
    unsafe slots[slot].spare = nil
    unsafe slots[slot].isSpareAwake = false
    if isDead { return unsafe giveBack(spare) }
    concludeKept(slot)
    let old = unsafe slots[slot].exchange(spare)
    _ = unsafe handoff.write(Handoff.Item(old, .relieved, relief: spare))
    needsHousekeeping = true
  }

  /// Waits offline, so that the switch always comes at the next boundary.
  @_noLocks
  private func waitForSpare(_ spare: UnsafeMutablePointer<InstanceLink>) {
    let port = unsafe spare.pointee.port
    while unsafe spare.pointee.life.isAlive, port.doneCycle != cycle &- 1,
      wait(port, cycle &- 1, until: limit.nanoseconds)
    {}
  }

  /// Reports protocol breaches to control; reports without room follow later.
  @_noLocks
  mutating func reportBreaches() {
    hasReports = false
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      guard unsafe slots[slot].owesReport else { continue }
      if unsafe handoff.write(Handoff.Item(slots[slot].link, .malformed)) {
        unsafe slots[slot].owesReport = false
        needsHousekeeping = true
      } else {
        hasReports = true
      }
    }
  }
}
