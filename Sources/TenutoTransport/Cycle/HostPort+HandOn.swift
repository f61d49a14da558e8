internal import CTenuto

/// Moves an instance to another depth, and hands a chain on from one instance to the next.
///
/// An instance reads at the start of each cycle the word on which it sleeps from the end of that
/// cycle on, so the host writes it before the last cycle at the old word. A parked instance reads
/// it when it is woken.
extension HostPort {
  /// Moves the instance to another depth, whose cycles it does once it has done or skipped the next
  /// cycle.
  ///
  /// Thread: render. Between cycles.
  @_noLocks
  public func move(toDepth depth: Int) {
    precondition(depth >= 0 && depth < CyclePage.maximumDepthCount)
    store(UInt32(truncatingIfNeeded: depth), ToWord.depth)
  }

  /// Whether the extension has been linked to `other` and may follow it.
  ///
  /// Thread: render.
  @_noLocks
  public func isLinked(behind other: HostPort) -> Bool {
    chain.predecessor == other.chain.serial
  }

  /// Whether the extension has been linked to these channels of `other` and may follow it.
  ///
  /// Thread: render.
  @_noLocks
  package func isLinked(behind other: HostPort, _ map: ChannelMap) -> Bool {
    isLinked(behind: other) && chain.map == map
  }

  /// Sets whether the instance does the cycles that its predecessor hands on, in place of its
  /// depth's, once it has done or skipped the next cycle.
  ///
  /// Thread: render. Before `cycle` is started at any depth. Has no effect without a link.
  @_noLocks
  public func setFollowing(_ follows: Bool, cycle: UInt32) {
    guard chain.order(follows: follows, cycle: cycle) else { return }
    // An old value could look like the future.
    store(cycle &- 1, ToWord.linkedCycle)
    store(cycle &- 1, ToWord.goCycle)
    store(follows ? 1 : 0, ToWord.follows)
  }

  /// Whether the instance waits for its predecessor, if `done` is its newest finished cycle.
  ///
  /// Thread: render.
  @_noLocks
  public func follows(done: UInt32) -> Bool { chain.follows(done: done) }

  /// Whether the instance may wait for its predecessor: a late one may not have read the last
  /// order.
  ///
  /// Thread: render.
  public var mayFollow: Bool { @_noLocks get { chain.mayFollow } }

  /// Sets whether the instance wakes all sleepers after each cycle, even one it was not asked for.
  ///
  /// Thread: render. Between cycles.
  @_noLocks
  public func setHandingOn(_ handsOn: Bool) {
    if chain.order(handsOn: handsOn) { store(handsOn ? 1 : 0, ToWord.handsOn) }
  }

  /// Makes the outputs of the predecessor's cycle `other`, once finished, the inputs of `cycle`.
  ///
  /// The numbers differ if the predecessor's cycles are announced on another page.
  ///
  /// Thread: render. After `ask`, before the head of the chain is started.
  @_noLocks
  public func link(_ cycle: UInt32, behind other: UInt32) {
    store(cycle &- 1, ToWord.goCycle)  // never so old that it looks like the future
    store(other, ToWord.predecessorCycle)
    store(cycle, ToWord.linkedCycle)
  }

  /// Starts `cycle` at once on an instance that follows, without its predecessor: with the inputs
  /// that the host has written, or with silence if `cycle` was linked.
  ///
  /// The instance may miss the wake-up while it is about to sleep, so a caller that waits for it
  /// calls this again after a while.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func go(_ cycle: UInt32) {
    store(cycle, ToWord.goCycle)
    chain.wakeSleepers()
  }
}
