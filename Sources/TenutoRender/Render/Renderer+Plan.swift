internal import TenutoCore
internal import TenutoTransport

/// The transition of the render thread from one plan to the next.
///
/// A new plan takes effect in three steps. Cycles of the old plan first fill the histories that the
/// new one reads. The last of these cycles fades out removed sources. At the next boundary the new
/// plan takes effect and fades in new sources. Common parts of both plans play on unchanged.
extension Renderer {
  /// Takes a plan from control once the previous transition is complete.
  @_noLocks
  mutating func takePlan() {
    guard words.hasPlan else { return }
    guard unsafe next == nil, !isEntering, handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe words.takePlan() else { return }
    unsafe next = new
    warmFrames = 0
    for index in 0..<(unsafe new.pointee.change.warmUpCount) {
      guard let warmUp = unsafe new.pointee.change.warmUps?[index] else { continue }
      unsafe setWarming(warmUp.slot, isHost: warmUp.isHost, warmUp.histories)
    }
  }

  @_noLocks
  private func setWarming(
    _ slot: Int, isHost: Bool,
    _ histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  ) {
    if isHost {
      unsafe hosts[slot].warming = histories
    } else {
      unsafe slots[slot].warming = histories
      unsafe slots[slot].fastPath.isActive = false
    }
  }

  /// Begins a cycle of the transition to the next plan.
  @_noLocks
  mutating func continueTransition(frameCount: Int) {
    guard let new = unsafe next else { return }
    isLeading = unsafe warmFrames &+ frameCount >= new.pointee.change.warmFrames
    warmFrames = warmFrames &+ frameCount
    guard isLeading else { return }
    // The words of an unused depth are so old that they may look like the future.
    for depth in plan.levelCount..<max(plan.levelCount, unsafe new.pointee.levelCount) {
      page.catchUp(cycle &- 1, depth: depth)
    }
    for index in 0..<(unsafe new.pointee.change.moveCount) {
      guard let move = unsafe new.pointee.change.moves?[index] else { continue }
      unsafe slots[move.slot].move(toDepth: move.depth, cycle: cycle)
    }
  }

  /// Switches to the next plan from this cycle on.
  @_noLocks
  mutating func switchPlan() {
    guard let new = unsafe next else { return }
    unsafe next = nil
    isLeading = false
    let old = plan
    plan = unsafe new.pointee
    mayFly = true
    mayShadow = true
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      unsafe slots[slot].take(plan.roles[index])
    }
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let slot = unsafe plan.hosts[index]
      unsafe hosts[slot].take(plan.roles[plan.memberCount &+ index])
    }
    plan.midiOutputs.apply()
    for level in 0..<min(old.levelCount, plan.levelCount) {
      unsafe plan.levels[level].expected = old.levels[level].expected
    }
    age = 0
    isEntering = plan.change.entryFrames > 0
    words.planNumber = plan.number
    _ = handoff.write(Handoff.Item(plan: old.number))
    needsHousekeeping = true
  }

  /// Renders `new` from the first cycle on.
  ///
  /// Thread: control, before the first cycle.
  mutating func begin(_ new: UnsafeMutablePointer<RenderPlan>) {
    unsafe next = new
    switchPlan()
  }

  /// Counts frames since the switch, until all new sources have faded in.
  @_noLocks
  mutating func grow(by frameCount: Int) {
    age &+= frameCount
    isEntering = age < plan.change.entryFrames
  }

  /// The kind of node in a slot in this plan or the next one.
  @_noLocks
  func kind(ofSlot slot: Int) -> SlotKind {
    guard slot >= 0, slot < GraphLimits.slotCount else { return .nothing }
    let kind = unsafe plan.kinds[slot]
    if case .nothing = kind, let next = unsafe next { return unsafe next.pointee.kinds[slot] }
    return kind
  }

  /// Whether a slot is in use in this plan or the next one.
  @_noLocks
  func isPresent(_ slot: Int) -> Bool {
    if case .nothing = kind(ofSlot: slot) { return false }
    return true
  }
}

/// Limits of rendering.
enum GraphLimits {
  /// The number of slots for nodes: those of an edited graph and of the previous one.
  static var slotCount: Int { @_noLocks get { 2048 } }
}

extension RenderSlot {
  /// Sets its role from this cycle on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ role: SlotRole) {
    self.role = role
    fastPath.isActive = false
    chain = ChainPart()
    hasOldInput = true
    unsafe warming = nil
    unsafe events.setList(role.sent)
    role.midi.apply()
  }

  /// Moves all instances of the slot, current and pending, to another level.
  ///
  /// A late instance may read its new depth before it does the last cycle, and so skip that cycle,
  /// for which it is not asked.
  ///
  /// Thread: render, before `cycle`, the last one of a plan.
  @_noLocks
  mutating func move(toDepth depth: Int, cycle: UInt32) {
    fastPath.isActive = false
    if unsafe link.pointee.depth != depth && !port.hasDone(cycle &- 1) { skippedCycle = cycle }
    unsafe link.pointee.move(toDepth: depth, cycle: cycle)
    unsafe next?.pointee.move(toDepth: depth, cycle: cycle)
    unsafe spare?.pointee.move(toDepth: depth, cycle: cycle)
  }
}

extension HostSlot {
  /// Sets its role from this cycle on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ role: SlotRole) {
    self.role = role
    unsafe warming = nil
    if let shape = role.shape { unsafe mixer?.pointee.reshape(shape) }
  }
}
