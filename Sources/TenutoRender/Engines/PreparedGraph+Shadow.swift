internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Instances that stand by with the inner state of what plays.
extension PreparedGraph {
  /// Lets an instance follow a node: it is given each cycle after the node has rendered it, and renders
  /// the cycle in which the node ends, bit for bit as the node would have.
  ///
  /// Thread: control. The node's first instance has `keepsCycles`; `shadow` has the state and the
  /// values with which that began. It is given all cycles since then before this returns, so that the
  /// call may take a second and more. Where the node's cycles are not all known any more, and where
  /// the node keeps none, it stands by like a spare.
  ///
  /// - Parameters:
  ///   - shadow: Not allocated, with the same layout.
  ///   - node: The node that it follows.
  ///   - whenTaken: Called on a control thread after it has taken over, with the instance that it
  ///     replaces.
  /// - Throws: As `replace`. Then nothing has changed.
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

  /// Whether all cycles of a node are known since it began.
  ///
  /// Thread: control.
  public func hasWholeLog(_ node: Graph.NodeID) -> Bool { cycleLog(of: node)?.log.isWhole ?? false }

  private func cycleLog(of node: Graph.NodeID) -> CycleLogBox? {
    let instance = state.withLock { $0.nodes[node]?.instance }
    return instance?.setup.withLock { $0.cycleLog }
  }

  /// Allocates a shadow, which wakes with the cycles of a page of its own.
  private func shadowLink(
    _ shadow: Instance, of node: Graph.NodeID, _ log: CycleLog
  ) throws(HostError) -> UnsafeMutablePointer<InstanceLink> {
    let known = state.withLock { $0.nodes[node] }
    guard let prepared = known, prepared.isExtension, shadow.layout == prepared.layout else {
      throw HostError(.formatRefused, "\(shadow.label) does not fit into the place of its node.")
    }
    let page: CyclePage
    do throws(SystemError) {
      page = try CyclePage()
    } catch {
      throw HostError("No shared memory for \(shadow.label)", shortOf: error)
    }
    // What it has done before its first cycle.
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

  /// Has a shadow render all cycles that are known, beside what plays.
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

  /// Notes that another instance continues in the place of an instance; `takeover` is nil unless it
  /// is a shadow.
  func noteTakeover(_ old: Instance, by new: Instance, _ takeover: Takeover?) {
    let log = old.setup.withLock { setup in
      setup.takeover = takeover
      defer { setup.cycleLog = nil }
      return setup.cycleLog
    }
    new.setup.withLock { $0.cycleLog = log }
  }
}
