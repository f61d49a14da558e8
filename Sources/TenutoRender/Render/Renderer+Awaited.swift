package import TenutoTransport

/// A cycle that has begun, for a thread that drives several renderers and waits for all of them.
extension Renderer {
  /// Whether `finish` would return without waiting.
  ///
  /// Thread: render, after `begin`. Always false for a graph of several levels. A node with a
  /// shadow is waited for only in `finish`, which notices its end and lets the shadow take over.
  package var isComplete: Bool {
    @_noLocks get {
      guard plan.levelCount > 0 else { return true }
      guard plan.levelCount == 1 else { return false }
      let level = unsafe plan.levels[0]
      for member in level.first..<level.end {
        let slot = unsafe plan.members[member]
        if mayShadow, unsafe slots[slot].hasShadow { continue }
        if unsafe slots[slot].isPending(cycle) { return false }
      }
      return true
    }
  }

  /// Whether an extension has missed the cycle.
  ///
  /// Thread: render, after `finish`.
  package var hasMissedCycle: Bool { @_noLocks get { hasMissed } }

  /// A word that changes when the extension that is expected to finish last answers; nil if the
  /// host waits for no extension, or if there are several levels.
  ///
  /// Thread: render, after `begin`. The extension then wakes the threads that wait on the word,
  /// until `finish`.
  @_noLocks
  package mutating func awaitedWord() -> HostPort.AwaitedWord? {
    guard plan.levelCount == 1 else { return nil }
    let level = unsafe plan.levels[0]
    var slot = level.lastToFinish
    if unsafe !slots[slot].isPending(cycle) { slot = pending(level) ?? -1 }
    guard slot >= 0 else { return nil }
    if !hasWaiter { awaitedSince = MonotonicTime.now.nanoseconds }
    hasWaiter = true
    page.setWaiter(UInt32(truncatingIfNeeded: slot), depth: 0)
    return unsafe slots[slot].port.awaitedWord
  }

  /// Helps a late extension whose core is occupied by another program or graph: the second of two
  /// calls moves it to another core if it has run for less than `leastToStay` ns since the first.
  ///
  /// Thread: render, after `begin`.
  @_noLocks
  package func inspectCores(leastToStay: UInt64) {
    guard plan.levelCount == 1 else { return }
    let level = unsafe plan.levels[0]
    if hasThreads(level) { inspectCores(level, leastToStay: leastToStay) }
  }

  /// Notes on the page that the host waits for none of the extensions.
  @_noLocks
  mutating func dropWaiter() {
    guard hasWaiter else { return }
    hasWaiter = false
    page.setWaiter(nil, depth: 0)
  }
}
