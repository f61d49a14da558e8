internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Shadows: instances that are ready with the inner state of the playing ones.
extension PreparedGraph {
  /// Lets an instance follow a node as its shadow.
  ///
  /// It gets each cycle after the node has rendered it. When the node ends, the instance renders
  /// that cycle bit for bit as the node would have.
  ///
  /// Thread: control. `shadow` has the state and the values with which the node began, or those
  /// since it was changed by requests. It continues from the node's newest snapshot, or from the
  /// beginning, and gets all cycles since then before the call returns, which may take more than a
  /// second. If neither is known, the instance becomes a spare; a node that keeps no cycles begins
  /// to, so that `takeSnapshot` lets a later shadow follow.
  ///
  /// - Parameters:
  ///   - shadow: Not allocated, with the same layout.
  ///   - node: The node to follow.
  ///   - whenTaken: Called on a control thread after the takeover, with the instance that was
  ///     replaced.
  /// - Throws: As `replace`; nothing has changed then.
  public func setShadow(
    _ shadow: Instance, node: Graph.NodeID,
    whenTaken: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    guard let box = cycleLog(of: node), let start = box.start else {
      keepCycles(of: node)
      return try setSpare(shadow, node: node, whenTaken: whenTaken)
    }
    let link = try unsafe shadowLink(shadow, of: node, behind: start.cycle)
    unsafe catchUp(link, box.log, from: start)
    shadow.isOnTrial = true
    shadow.setPriority(format.priority)
    shadow.isOnTrial = false
    leaveSpare(
      shadow, address: UInt(bitPattern: link), node: node, epoch: start.epoch, whenTaken)
  }

  /// Whether a shadow can reach the inner state of a node: from its start or from a snapshot, all
  /// cycles are known.
  ///
  /// Thread: control.
  public func hasWholeLog(_ node: Graph.NodeID) -> Bool { cycleLog(of: node)?.start != nil }

  /// Whether a node still has the state with which it began, apart from events.
  ///
  /// Thread: control.
  public func isUndiverted(_ node: Graph.NodeID) -> Bool {
    cycleLog(of: node)?.isUndiverted ?? false
  }

  /// Lets a node that has played before log its cycles from now on.
  private func keepCycles(of node: Graph.NodeID) {
    state.withLock { state in
      guard let prepared = state.nodes[node], let instance = prepared.instance else { return }
      instance.setup.withLock { setup in
        guard setup.cycleLog == nil else { return }
        let box = CycleLogBox(
          inputChannelCount: prepared.layout.inputChannelCount, byteCount: setup.cycleLogBytes,
          isLate: true)
        setup.cycleLog = box
        slotTable.setLog(box, of: prepared.slot)
        unsafe slotTable.slots[prepared.slot].mail.post(box.copy.log)
      }
    }
    unsafe renderer.pointee.words.raiseMail()
  }

  /// Whether nothing is heard of a node that logs its cycles, and nothing will be without new
  /// input: it was silent for its tail and a second, and holds no note.
  ///
  /// Thread: control.
  public func isQuiet(_ node: Graph.NodeID) -> Bool {
    guard let instance = state.withLock({ $0.nodes[node]?.instance }), let box = cycleLog(of: node)
    else { return false }
    return Double(box.log.quietFrames) >= (instance.tail + 1) * format.sampleRate
  }

  private func cycleLog(of node: Graph.NodeID) -> CycleLogBox? {
    let instance = state.withLock { $0.nodes[node]?.instance }
    return instance?.setup.withLock { $0.cycleLog }
  }

  /// Allocates a shadow, which wakes with the cycles of a separate page.
  private func shadowLink(
    _ shadow: Instance, of node: Graph.NodeID, behind cycle: UInt32?
  ) throws(HostError) -> UnsafeMutablePointer<InstanceLink> {
    let known = state.withLock { $0.nodes[node] }
    guard let prepared = known, prepared.isExtension, shadow.layout == prepared.layout else {
      throw HostError(.formatRefused, "\(shadow.label) does not fit the slot of its node.")
    }
    let page: CyclePage
    do throws(SystemError) {
      page = try CyclePage()
    } catch {
      throw HostError("No shared memory for \(shadow.label)", shortOf: error)
    }
    // The shadow counts as having finished all cycles before its first one.
    let cycle = unsafe cycle ?? renderer.pointee.words.cycle
    page.catchUp(cycle, depth: 0)
    let memory = try shadow.allocate(
      Self.format(prepared.layout, level: 0, slot: prepared.slot, in: format), page: page,
      priority: nil)
    return unsafe InstanceLink.allocate(
      shadow, memory: memory, depth: 0, frameCapacity: format.frameCapacity,
      feed: ShadowFeed.allocate(page, behind: cycle))
  }

  /// Lets a shadow render all known cycles while the node plays.
  private func catchUp(
    _ link: UnsafeMutablePointer<InstanceLink>, _ log: CycleLog, from start: CycleLogBox.Start
  ) {
    guard let feed = unsafe link.pointee.feed else { return }
    let port = unsafe link.pointee.port
    unsafe feed.pointee.cursor = start.position
    unsafe feed.pointee.epoch = start.epoch
    if let snapshot = start.snapshot {
      // A snapshot of another build is refused: the instance is then a spare.
      guard (try? unsafe link.pointee.instance.restore(snapshot)) != nil else { return }
    }
    unsafe feed.pointee.isExact = true
    unsafe feed.pointee.page.setWaiter(
      UInt32(truncatingIfNeeded: link.pointee.instance.setup.withLock { $0.format?.slot ?? 0 }),
      depth: 0)
    var copy = CycleLog.Copy()
    while unsafe feed.pointee.isExact && link.pointee.life.isAlive
      && log.has(feed.pointee.cursor, since: start.epoch)
    {
      let limit = MonotonicTime.after(milliseconds: Self.shadowTimeout)
      let seen = port.doneCycle
      if unsafe seen != feed.pointee.fedCycle {
        port.wait(seen: seen, until: limit)
        if MonotonicTime.now >= limit { unsafe feed.pointee.isExact = false }
        continue
      }
      guard unsafe feed.pointee.cursor < log.end else { break }
      guard let record = unsafe copy.record(at: feed.pointee.cursor, of: log) else { break }
      unsafe link.pointee.feedNext(record, until: limit, isMeasured: true)
    }
    unsafe feed.pointee.page.setWaiter(nil, depth: 0)
    if unsafe feed.pointee.differs { log.breakOff() }
    if unsafe !log.has(feed.pointee.cursor, since: start.epoch) {
      unsafe feed.pointee.isExact = false
    }
  }

  /// The time limit of one cycle of a shadow, in milliseconds.
  private static var shadowTimeout: UInt64 { 2000 }

  /// Notes that `new` continues in place of `old`; `takeover` is nil unless `new` is a shadow.
  func noteTakeover(_ old: Instance, by new: Instance, _ takeover: Takeover?) {
    let log = old.setup.withLock { setup in
      setup.takeover = takeover
      defer { setup.cycleLog = nil }
      return setup.cycleLog
    }
    if let log { new.setup.withLock { $0.cycleLog = log } }
  }
}

// MARK: - Snapshots

extension PreparedGraph {
  /// Whether a newer snapshot is due: the log goes back for more than five seconds.
  ///
  /// The next shadow renders all cycles since the snapshot: 0.1 s for five seconds at 64 frames.
  ///
  /// Thread: control.
  public func isSnapshotDue(_ node: Graph.NodeID) -> Bool {
    cycleLog(of: node)?.isSnapshotDue(after: Int64(Self.snapshotInterval * format.sampleRate))
      ?? false
  }

  /// Seconds of a node's log after which a snapshot is due.
  private static var snapshotInterval: Double { 5 }

  /// Takes a snapshot of a node's inner state, from which later shadows continue.
  ///
  /// Thread: control. An exact shadow gives it while the node plays on. Otherwise the node itself
  /// does, directly after it has answered a cycle, if the bytes are few enough for the time until
  /// the next one.
  ///
  /// - Throws: `.refused` if the component has no snapshots, or none now; `.wrongState` if the
  ///   node logs no cycles or was changed meanwhile.
  public func takeSnapshot(of node: Graph.NodeID) throws(HostError) {
    guard let box = cycleLog(of: node), let prepared = state.withLock({ $0.nodes[node] }),
      let instance = prepared.instance
    else { throw HostError(.wrongState, "The node logs no cycles.") }
    let epoch = box.log.epoch
    do throws(HostError) {
      let snapshot = try Self.snapshot(
        of: instance, shadow: exactShadow(of: node, since: epoch),
        byteLimit: snapshotLimit(box))
      guard box.keep(snapshot, epoch: epoch) else {
        throw HostError(.wrongState, "The node was changed while its snapshot was taken.")
      }
    } catch {
      if error.code == .refused { box.postponeSnapshot() }
      throw error
    }
  }

  /// Takes the snapshots that are due, between two cycles of an offline rendering.
  ///
  /// Thread: control.
  func takeDueSnapshots() {
    let nodes = state.withLock { state in
      slotTable.logs.isEmpty ? [] : Array(state.nodes.keys)
    }
    for node in nodes where isSnapshotDue(node) { try? takeSnapshot(of: node) }
  }

  private static func snapshot(
    of instance: Instance, shadow: Instance?, byteLimit: Int?
  ) throws(HostError) -> InstanceSnapshot {
    // A shadow may be delayed: no deadline depends on it.
    if let shadow { return try shadow.snapshot(isAtOnce: true) }
    guard let byteLimit else { return try instance.snapshot(isAtOnce: true) }
    return try instance.snapshot(isAtOnce: false, byteLimit: byteLimit)
  }

  /// The shadow of a node if it is exact, and the node has not been changed by requests since.
  private func exactShadow(of node: Graph.NodeID, since epoch: Int) -> Instance? {
    guard counters(of: node).hasShadow else { return nil }
    return state.withLock { state in
      state.spares.values.first {
        $0.node == node && $0.epoch == epoch && $0.instance.process.exit == nil
      }?.instance
    }
  }

  /// The most bytes that a node may copy between its answer and its next cycle; nil without
  /// deadlines.
  ///
  /// It counts with 2 bytes per ns.
  private func snapshotLimit(_ box: CycleLogBox) -> Int? {
    guard let newest = box.newest, newest.isOffline == 0 else { return nil }
    let period = Double(newest.frameCount) * 1e9 / format.sampleRate
    return Int(period * (1 - format.deadlineShare) * 2)
  }
}
