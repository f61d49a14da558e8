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
  /// Thread: control. The node's first instance has `keepsCycles`; `shadow` has the state and the
  /// values with which that instance began. The shadow gets all cycles since then before the call
  /// returns, which may take more than a second. If the node keeps no cycles, or not all of them
  /// are known any longer, the instance becomes a spare.
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
    guard let box = cycleLog(of: node) else {
      return try setSpare(shadow, node: node, whenTaken: whenTaken)
    }
    let link = try unsafe shadowLink(shadow, of: node, box.log)
    unsafe catchUp(link, box.log)
    shadow.isOnTrial = true
    shadow.setPriority(format.priority)
    shadow.isOnTrial = false
    leaveSpare(shadow, address: UInt(bitPattern: link), node: node, whenTaken)
  }

  /// Whether all cycles of a node since its start are known.
  ///
  /// Thread: control.
  public func hasWholeLog(_ node: Graph.NodeID) -> Bool { cycleLog(of: node)?.log.isWhole ?? false }

  private func cycleLog(of node: Graph.NodeID) -> CycleLogBox? {
    let instance = state.withLock { $0.nodes[node]?.instance }
    return instance?.setup.withLock { $0.cycleLog }
  }

  /// Allocates a shadow, which wakes with the cycles of a separate page.
  private func shadowLink(
    _ shadow: Instance, of node: Graph.NodeID, _ log: CycleLog
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
    let newest = unsafe renderer.pointee.words.cycle
    let before = log.record(at: log.start)?.header.cycle ?? newest &+ 1
    page.catchUp(before &- 1, depth: 0)
    let memory = try shadow.allocate(
      Self.format(prepared.layout, level: 0, slot: prepared.slot, in: format), page: page,
      priority: nil)
    return unsafe InstanceLink.allocate(
      shadow, memory: memory, depth: 0, frameCapacity: format.frameCapacity,
      feed: ShadowFeed.allocate(page, behind: before &- 1))
  }

  /// Lets a shadow render all known cycles while the node plays.
  private func catchUp(_ link: UnsafeMutablePointer<InstanceLink>, _ log: CycleLog) {
    guard let feed = unsafe link.pointee.feed else { return }
    let port = unsafe link.pointee.port
    unsafe feed.pointee.isExact = true
    unsafe feed.pointee.cursor = log.start
    unsafe feed.pointee.page.setWaiter(
      UInt32(truncatingIfNeeded: link.pointee.instance.setup.withLock { $0.format?.slot ?? 0 }),
      depth: 0)
    var copy = CycleLog.Copy()
    while unsafe feed.pointee.isExact && link.pointee.life.isAlive && log.isWhole {
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
    if !log.isWhole { unsafe feed.pointee.isExact = false }
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
    new.setup.withLock { $0.cycleLog = log }
  }
}
