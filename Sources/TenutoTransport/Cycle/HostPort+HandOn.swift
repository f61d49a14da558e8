internal import CTenuto

/// Where an instance sleeps, and how a chain of instances is handed on from one to the next.
///
/// Where to sleep is read at the beginning of each cycle and holds from its end on: so it is said
/// before the last cycle of the old place. One that is parked goes by what stands there when it is
/// woken.
extension HostPort {
  /// Gives the instance another depth, whose cycles it does from the end of the next cycle on that it
  /// does, or skips.
  ///
  /// Thread: render. Between cycles.
  @_noLocks
  public func move(toDepth depth: Int) {
    precondition(depth >= 0 && depth < CyclePage.maximumDepthCount)
    store(UInt32(truncatingIfNeeded: depth), ToWord.depth)
  }

  /// Whether the extension has been linked to that of `other`, and may follow it.
  ///
  /// Thread: render.
  @_noLocks
  public func isLinked(behind other: HostPort) -> Bool {
    chain.predecessor == other.chain.serial
  }

  /// Whether it does the cycles that the instance before it hands on, not those of its depth, from the
  /// end of the next cycle on that it does, or skips.
  ///
  /// Thread: render. Before `cycle` is started anywhere. Without a link it has no effect.
  @_noLocks
  public func setFollowing(_ follows: Bool, cycle: UInt32) {
    guard chain.tell(follows: follows, cycle: cycle) else { return }
    // What stands there from long ago could look like the future.
    store(cycle &- 1, ToWord.linkedCycle)
    store(cycle &- 1, ToWord.goCycle)
    store(follows ? 1 : 0, ToWord.follows)
  }

  /// Whether it waits for the one before, when `done` is the newest cycle that it has done.
  ///
  /// Thread: render.
  @_noLocks
  public func follows(done: UInt32) -> Bool { chain.follows(done: done) }

  /// Whether it may wait for the one before: nobody knows what a late one has read.
  ///
  /// Thread: render.
  public var mayFollow: Bool { @_noLocks get { chain.mayFollow } }

  /// Whether the instance wakes all who sleep on it when it has done a cycle, asked for or not.
  ///
  /// Thread: render. Between cycles.
  @_noLocks
  public func setHandingOn(_ handsOn: Bool) {
    if chain.tell(handsOn: handsOn) { store(handsOn ? 1 : 0, ToWord.handsOn) }
  }

  /// Says that the inputs of `cycle` are the outputs of the instance before it, when that is done.
  ///
  /// Thread: render. Behind `ask`, before the head of the chain is started.
  @_noLocks
  public func link(_ cycle: UInt32) {
    store(cycle &- 1, ToWord.goCycle)  // never so old that it looks like the future
    store(cycle, ToWord.linkedCycle)
  }

  /// Lets an instance that follows do `cycle` now, whatever the one before it does: with the inputs
  /// that the host has written, or with silence where `cycle` was linked.
  ///
  /// It may be on its way to sleep just then and miss the wake-up: who waits for it calls this again
  /// after a while.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func go(_ cycle: UInt32) {
    store(cycle, ToWord.goCycle)
    chain.wakeSleepers()
  }
}
