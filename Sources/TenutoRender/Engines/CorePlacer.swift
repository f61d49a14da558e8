internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Keeps each extension on a core, and a chain on one core, for all graphs of this process.
///
/// The render thread of a graph stays on a core of its extensions. One that renders several graphs, as
/// for JACK's clients, stays on a core that has fewer extensions for it.
///
/// Threads move rarely, and only between cycles. If a node holds a core within a cycle, the render
/// thread moves the waiting nodes to other cores (`ThreadScheduling`); they are placed again at once,
/// or after up to ten seconds if that happens again. A thread whose affinity another program has
/// changed is never touched again. Only cores that this process may use are used.
public final class CorePlacer: Sendable {
  /// The only placer of this process.
  private static let shared = CorePlacer()

  private let state = Mutex(State())
  private let change = Signal()

  private struct State: Sendable {
    var isRunning = false
    /// The plan of each group of graphs, and the render thread of each instance.
    var plans: [GraphGroup.Key: CorePlan] = [:]
    var threads: [ObjectIdentifier: Thread] = [:]
    /// The render thread of each group.
    var hosts: [GraphGroup.Key: Int32] = [:]
    /// The mask that was set for each thread; nil if another program set it.
    var masks: [Int32: UInt64?] = [:]
    /// The threads that were moved off their cores.
    var rests: [Int32: Rest] = [:]
  }

  /// How long a thread that was moved off its core stays where it is.
  ///
  /// The first time it is placed again at once, since a machine that stood still for a moment moves
  /// threads too, and a scattered chain costs more than a second move.
  private struct Rest {
    var end: UInt64 = 0
    var length: UInt64 = 0

    /// Doubles it if the last one ended less than ten seconds ago; in ns.
    mutating func begin(at now: UInt64) {
      let isAgain = end > 0 && now < end &+ Self.longest
      length = isAgain ? min(Self.longest, max(Self.second, 2 * length)) : 0
      end = now &+ length
    }

    private static let second: UInt64 = 1_000_000_000
    private static let longest = 10 * second
  }

  /// A render thread: its id in its process, and its id in this one.
  private struct Thread: Sendable {
    /// The process id, since a new instance may reuse the memory of an old one.
    let process: Int32
    let inner: Int32
    let number: Int32
  }

  private init() {}

  /// Starts placing all graphs of this process, after each change and once a second.
  ///
  /// Thread: control. Has no effect the second time, and on a machine with one core.
  public static func start() {
    let isFirst = shared.state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst, tenuto_cores(0).nonzeroBitCount > 1 else { return }
    DetachedThread.startOrTrap {
      var pause: UInt64 = 1000
      while true {
        // Place a new chain before it is judged: on two cores it takes five times as long. After a
        // change look again soon, since a thread is known only when it has rendered.
        let isChange = shared.change.wait(milliseconds: pause)
        pause = isChange ? 20 : min(1000, 2 * pause)
        // One pass for all changes so far.
        while shared.change.wait(milliseconds: 0) {}
        let graphs = Housekeeper.shared.all
        shared.forget(allBut: graphs)
        for group in GraphGroup.all(graphs) {
          shared.place(group, at: MonotonicTime.now.nanoseconds)
        }
      }
    }
  }

  /// Moves the calling thread, and every process that it starts, off the audio path: to cores
  /// without a chain, if there are any, and only when they are idle.
  ///
  /// Thread: control, a separate thread.
  package static func leaveCoresToSound() {
    let available = tenuto_cores(0)
    let taken = shared.state.withLock { state in
      state.plans.values.reduce(into: UInt64(0)) { mask, plan in
        for core in plan.cores.values { mask |= UInt64(1) << UInt64(core) }
      }
    }
    _ = tenuto_set_background(available & ~taken == 0 ? available : available & ~taken)
  }

  /// Notes that a graph is new or has other nodes, and has it placed at once if the placer runs.
  ///
  /// Thread: control.
  static func noteChange() {
    if shared.state.withLock({ $0.isRunning }) { shared.change.send() }
  }

  /// Assigns cores to the extensions of a graph, as of `now` (CLOCK_MONOTONIC, in ns).
  ///
  /// Thread: control.
  static func place(_ graph: PreparedGraph, at now: UInt64 = MonotonicTime.now.nanoseconds) {
    shared.place(GraphGroup(graph), at: now)
  }

  private func place(_ group: GraphGroup, at now: UInt64) {
    let available = tenuto_cores(0)
    let cores = (0..<64).filter { available >> UInt64($0) & 1 == 1 }
    let plan = state.withLock { state in
      let plan = CorePlan(
        group.chains(), cores: cores, current: state.plans[group.key] ?? CorePlan(),
        overhead: group.overhead)
      state.plans[group.key] = plan
      return plan
    }
    let instances = group.graphs.flatMap { $0.runningInstances() }
    var assignments = instances.compactMap { node, instance -> Assignment? in
      let core = plan.cores[node]
      // Skip a thread that was never placed and needs no core.
      guard core != nil || isKnown(instance), let thread = thread(of: instance) else { return nil }
      let mask = core.map { UInt64(1) << UInt64($0) } ?? available
      let assignment = Assignment(
        thread: thread, scheduling: instance.process.monitor.scheduling, mask: mask)
      return isWanted(assignment, available, at: now) ? assignment : nil
    }
    if let assignment = hostAssignment(group, plan, available),
      isWanted(assignment, available, at: now)
    {
      assignments.append(assignment)
    }
    guard !assignments.isEmpty else { return }
    group.graphs[0].waitForEndOfCycle()
    for assignment in assignments { set(assignment, available) }
  }

  /// The core for the render thread of a group.
  private func hostAssignment(_ group: GraphGroup, _ plan: CorePlan, _ available: UInt64)
    -> Assignment?
  {
    let thread = unsafe group.graphs[0].renderer.pointee.words.thread
    let core = plan.hostCore
    let isKnown = state.withLock { state in
      state.hosts[group.key] = thread
      return state.masks[thread] != nil
    }
    // The affinity of this process's first thread shows which cores it may use, so it is not moved.
    guard thread > 0, thread != getpid(), core != nil || isKnown else { return nil }
    return Assignment(
      thread: thread, scheduling: nil,
      mask: core.map { UInt64(1) << UInt64($0) } ?? available)
  }

  private func isKnown(_ instance: Instance) -> Bool {
    state.withLock { $0.threads[ObjectIdentifier(instance)] != nil }
  }

  /// The render thread of an instance, which changes with each `allocate`.
  private func thread(of instance: Instance) -> Int32? {
    let inner = instance.setup.withLock { $0.renderThread }
    let key = ObjectIdentifier(instance)
    let process = instance.process.identifier
    if let known = state.withLock({ $0.threads[key] }), known.process == process,
      known.inner == inner
    {
      return known.number
    }
    guard let number = instance.process.thread(named: inner) else { return nil }
    state.withLock { state in
      state.threads[key] = Thread(process: process, inner: inner, number: number)
      state.masks[number] = nil
    }
    return number
  }

  /// Discards graphs and instances that no longer exist.
  private func forget(allBut graphs: [PreparedGraph]) {
    let keys = Set(GraphGroup.all(graphs).map(\.key))
    let instances = Set(graphs.flatMap { $0.runningInstances().map { ObjectIdentifier($0.1) } })
    state.withLock { state in
      state.plans = state.plans.filter { keys.contains($0.key) }
      state.threads = state.threads.filter { instances.contains($0.key) }
      state.hosts = state.hosts.filter { keys.contains($0.key) }
      let threads = Set(state.threads.values.map(\.number) + state.hosts.values)
      state.masks = state.masks.filter { threads.contains($0.key) }
      state.rests = state.rests.filter { threads.contains($0.key) }
    }
  }

  private struct Assignment {
    let thread: Int32
    /// Nil for a thread of this process, which the render thread never moves.
    let scheduling: ThreadScheduling?
    let mask: UInt64
  }

  /// Whether a thread needs another mask, unless another program has set its mask.
  private func isWanted(_ assignment: Assignment, _ available: UInt64, at now: UInt64) -> Bool {
    let current = tenuto_cores(assignment.thread)
    let wasMoved = hasLeft(assignment.scheduling, current)
    return state.withLock { state in
      let known = state.masks[assignment.thread] ?? .some(available)
      guard let expected = known else { return false }
      if current != expected {
        state.masks[assignment.thread] = .some(wasMoved ? current : nil)
        guard wasMoved else { return false }
        state.rests[assignment.thread, default: Rest()].begin(at: now)
      }
      return current != assignment.mask && now >= state.rests[assignment.thread]?.end ?? 0
    }
  }

  /// Whether the render thread has moved it off its core, which it reports a moment later.
  private func hasLeft(_ scheduling: ThreadScheduling?, _ current: UInt64) -> Bool {
    guard let scheduling, current == scheduling.others else { return false }
    if !scheduling.isFree { usleep(1000) }
    return scheduling.isFree
  }

  private func set(_ assignment: Assignment, _ available: UInt64) {
    assignment.scheduling?.unbind()
    guard tenuto_set_cores(assignment.thread, assignment.mask) == 0 else { return }
    if assignment.mask != available {
      assignment.scheduling?.bind(to: assignment.mask, of: available, for: assignment.thread)
    }
    state.withLock { $0.masks[assignment.thread] = .some(assignment.mask) }
  }
}

extension PreparedGraph {
  /// The chains, single nodes included, and how long they render.
  ///
  /// Thread: control.
  func chains() -> [CorePlan.Chain] {
    guard format.handsOn, let schedule = state.withLock({ $0.schedule }) else { return [] }
    let graphChains = GraphChains(schedule)
    return schedule.entries.indices.compactMap { index in
      guard schedule.entries[index].isExtension, graphChains.links[index] == nil else { return nil }
      var nodes: [Graph.NodeID] = []
      var next = index
      while next >= 0 {
        nodes.append(schedule.entries[next].id)
        next = graphChains.after[next]
      }
      return CorePlan.Chain(
        nodes: nodes.map { CorePlan.Node(graph: serial, node: $0) },
        load: nodes.reduce(0) { $0 + load(of: $1) })
    }
  }

  /// Nanoseconds that a node renders in a cycle.
  private func load(of node: Graph.NodeID) -> UInt64 {
    let counters = counters(of: node)
    return counters.measuredCycles > 0 ? counters.renderNanoseconds / counters.measuredCycles : 0
  }

  /// The running instances.
  ///
  /// Thread: control.
  fileprivate func runningInstances() -> [(CorePlan.Node, Instance)] {
    state.withLock { state in
      state.nodes.compactMap { node, place in
        place.instance.map { (CorePlan.Node(graph: serial, node: node), $0) }
      }
    }.filter { $0.1.process.exit == nil }
  }

  /// Waits briefly for the end of a cycle, since possibly no cycle runs.
  ///
  /// Thread: control.
  fileprivate func waitForEndOfCycle() {
    let time = unsafe renderer.pointee.words.sampleTime
    for _ in 0..<500 {
      guard unsafe renderer.pointee.words.sampleTime == time else { return }
      usleep(100)
    }
  }
}
