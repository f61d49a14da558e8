internal import Glibc
internal import Synchronization
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Links between extensions that hand on from one to the next, made while the graph plays.
extension PreparedGraph {
  /// An instance, and the instance to follow, or nil.
  private struct LinkChange {
    let instance: Instance
    let memory: InstanceMemory
    let predecessor: InstanceMemory?
    let sources: [Int?]
  }

  /// Links the instances along the graph's chains, and unlinks those that have left a chain.
  ///
  /// Thread: control; concurrent calls wait for each other. Without a link, the host passes the
  /// samples on.
  func linkChains() {
    chainLock.withLock { _ in
      for change in linkChanges() { apply(change) }
    }
  }

  /// Links the chains on a separate thread, while the caller continues.
  func linkChainsLater() {
    linkOwnChainsLater()
    neighbours.withLock { $0.follower }?.linkOwnChainsLater()
  }

  private func linkOwnChainsLater() {
    guard format.handsOn, !linkChanges().isEmpty else { return }
    DetachedThread.startOrTrap { [weak self] in self?.linkChains() }
  }

  /// The links that differ from the graph's chains.
  private func linkChanges() -> [LinkChange] {
    let (schedule, nodes) = state.withLock { ($0.schedule, $0.nodes) }
    guard let schedule else { return [] }
    let graphChains = GraphChains(schedule)
    let only = onlyInstance
    let lead = neighbours.withLock { ($0.lead?.onlyInstance?.renderMemory, $0.sources) }
    return zip(schedule.entries, graphChains.links).compactMap { entry, link in
      guard let instance = nodes[entry.id]?.instance, let memory = instance.renderMemory,
        instance.process.exit == nil
      else { return nil }
      let before =
        link.flatMap { nodes[schedule.entries[$0.before].id]?.instance?.renderMemory }
        ?? (instance === only ? lead.0 : nil)
      let sources = link?.sources ?? lead.1
      if let before, format.handsOn {
        guard !memory.mayFollow(before, sources: sources), !instance.refusesLinks else {
          return nil
        }
        return LinkChange(instance: instance, memory: memory, predecessor: before, sources: sources)
      }
      return memory.isLinked
        ? LinkChange(instance: instance, memory: memory, predecessor: nil, sources: []) : nil
    }
  }

  /// The instance of a graph with a single extension.
  private var onlyInstance: Instance? {
    let all = instances
    return all.count == 1 ? all[0] : nil
  }

  private func apply(_ change: LinkChange) {
    change.memory.forbidFollowing()
    guard hasComeBack(change.memory) else { return }
    do throws(HostError) {
      if let predecessor = change.predecessor {
        try change.instance.link(change.memory, behind: predecessor, sources: change.sources)
      } else {
        try change.instance.unlink(change.memory)
      }
    } catch {
      change.memory.forgetPredecessor()
      if error.code == .refused { change.instance.refusesLinks = true }
    }
  }

  /// Whether an extension sleeps on its depth again, which takes some cycles.
  private func hasComeBack(_ memory: InstanceMemory) -> Bool {
    let end = MonotonicTime.after(milliseconds: Self.chainTimeout)
    while memory.isFollowing {
      guard MonotonicTime.now < end else { return false }
      usleep(1000)
    }
    return true
  }

  /// Milliseconds to wait for an extension.
  private static var chainTimeout: UInt64 { 1000 }
}
