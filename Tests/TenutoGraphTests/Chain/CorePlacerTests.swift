import CTenuto
import Glibc
import Synchronization
import TenutoCore
import TenutoProcess
import TenutoSystem
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// The cores of a live chain's extensions.
@Suite(.serialized, .enabled(if: tenuto_cores(0).nonzeroBitCount > 1)) struct CorePlacerTests {
  private let start = MonotonicTime.now.nanoseconds

  private func makeRig(count: Int) throws -> ChainRig {
    let instances = try (0..<count).map { _ in try Instance(built: "Gain", "aufx gain Tnto") }
    let rig = try ChainRig(instances, handsOn: true)
    for _ in 0..<20 { rig.render() }
    return rig
  }

  private func thread(_ instance: Instance) throws -> Int32 {
    let inner = instance.setup.withLock { $0.renderThread }
    return try #require(instance.process.thread(named: inner))
  }

  private func masks(_ rig: ChainRig) throws -> [UInt64] {
    try rig.instances.map { tenuto_cores(try thread($0)) }
  }

  @Test func aChainGetsOneCore() throws {
    let rig = try makeRig(count: 3)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    let masks = try masks(rig)
    #expect(Set(masks).count == 1)
    #expect(masks[0].nonzeroBitCount == 1 && masks[0] & ~tenuto_cores(0) == 0)
  }

  /// Calls `body`, and restores the cores of this thread afterwards.
  private func withOwnCores(_ body: () throws -> Void) rethrows {
    let thread = tenuto_own_thread()
    let cores = tenuto_cores(thread)
    defer { _ = tenuto_set_cores(thread, cores) }
    try body()
  }

  @Test(arguments: [true, false])
  func theRenderThreadStaysOnACoreOfItsExtensions(isChain: Bool) async throws {
    // The placer never moves the first thread of a process.
    let (own, extensions) = try await onNewThread {
      let rig = try isChain ? makeRig(count: 3) : makeChoir(count: 4)
      defer { rig.end() }
      rig.render(milliseconds: 1000)
      CorePlacer.place(rig.graph)
      return (tenuto_cores(tenuto_own_thread()), try masks(rig))
    }
    #expect(own.nonzeroBitCount == 1 && extensions.contains(own))
  }

  /// The later members get no processor time, but no process occupies their core.
  @Test func aChainInWhichOneTakesLongStays() throws {
    let unruly = try Instance(built: "UnrulyExtension", "aumu unru Test")
    let gains = try (0..<2).map { _ in try Instance(built: "Gain", "aufx gain Tnto") }
    let rig = try ChainRig([unruly] + gains, handsOn: true)
    defer { rig.end() }
    for _ in 0..<20 { rig.render() }
    CorePlacer.place(rig.graph)
    let masks = try masks(rig)
    #expect(Set(masks).count == 1)
    rig.send(.parameter(address: 3, value: 300_000), at: 0, to: 0)
    try withOwnCores {
      // A stalled machine may look like one with an occupied core.
      let stays = try (0..<5).contains { attempt in
        CorePlacer.place(rig.graph, at: hour(attempt))
        rig.render(milliseconds: 800)
        return try self.masks(rig) == masks
      }
      #expect(stays)
    }
  }

  @Test func parallelNodesAreDistributed() throws {
    let rig = try makeChoir(count: 4)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    let masks = try masks(rig)
    #expect(masks.allSatisfy { $0.nonzeroBitCount == 1 })
    let counts = Dictionary(grouping: masks) { $0 }.mapValues(\.count)
    let cores = tenuto_cores(0).nonzeroBitCount
    #expect(
      counts.count == min(4, cores) && counts.values.allSatisfy { $0 <= 4 / min(4, cores) + 1 })
  }

  @Test func parallelNodesOfLittleWorkShareACore() throws {
    // Little work takes long on a machine that stalls.
    let isShared = try (0..<5).contains { _ in
      let rig = try makeChoir(count: 4, microseconds: 0)
      defer { rig.end() }
      CorePlacer.place(rig.graph)
      let masks = try masks(rig)
      return Set(masks).count == 1 && masks[0].nonzeroBitCount == 1
    }
    #expect(isShared)
  }

  /// One member holds its core until after the deadline, with a priority from its host: its
  /// priority is lowered below the waiting ones, which stay on their cores, and restored once it
  /// has been in time for a second.
  @Test func aNodeThatHoldsACoreIsDemoted() throws {
    let rig = try makeChoir(count: 2 * tenuto_cores(0).nonzeroBitCount)
    defer { rig.end() }
    guard try rig.instances.allSatisfy({ try isRealtime(thread($0)) }) else { return }
    for instance in rig.instances {
      instance.process.monitor.scheduling.set(
        thread: try thread(instance), priority: 10, isDemoted: false)
    }
    CorePlacer.place(rig.graph)
    let before = try masks(rig)
    let threads = rig.instances.map(\.process.monitor.scheduling)
    let giver = try (0..<3 * before.count).first { attempt throws -> Bool in
      let victim = attempt % before.count
      let misses = rig.misses
      var gaveWay: [Int] = []
      rig.hold(victim, milliseconds: 180) {
        gaveWay = threads.indices.filter { threads[$0].isDemoted }
      }
      let late = rig.misses.indices.filter { rig.misses[$0] > misses[$0] }
      for _ in 0..<2000 where threads.contains(where: \.isDemoted) { rig.render(milliseconds: 100) }
      return late == [victim] && gaveWay == [victim] && !threads.contains(where: \.isDemoted)
    }
    #expect(giver != nil)
    #expect(try masks(rig) == before, "no thread was moved")
  }

  /// One member holds its core until after the deadline, with a priority unknown to its host: the
  /// waiting ones move to other cores.
  ///
  /// They get their cores again at once, the next time later.
  @Test func aNodeThatHoldsACoreDelaysNoOther() throws {
    // With more than two cores, none of four would share a core.
    let rig = try makeChoir(count: 2 * tenuto_cores(0).nonzeroBitCount)
    defer { rig.end() }
    // Without realtime priority no process can occupy a core.
    guard try rig.instances.allSatisfy({ try isRealtime(thread($0)) }) else { return }
    CorePlacer.place(rig.graph)
    let before = try masks(rig)
    // The first thread on a core delays the second. A stall of the machine is not an extension's
    // fault: nothing is moved then.
    let attempts = 3 * before.count
    let holder = try (0..<attempts).first { attempt in
      try hasMoved(rig, heldBy: attempt % before.count, cores: before, at: hour(attempt))
    }
    let attempt = try #require(holder)
    CorePlacer.place(rig.graph, at: hour(attempt))
    #expect(try masks(rig) == before, "placed again at once")
    // Until a thread moves again, less than ten seconds later.
    let times = (1...4 * attempts).map { hour(attempt) + UInt64($0) * 1_500_000_000 }
    let rest = try times.indices.first { number in
      guard
        try hasMoved(
          rig, heldBy: number % before.count, cores: before, at: times[number])
      else { return false }
      let moved = try masks(rig)
      CorePlacer.place(rig.graph, at: times[number])
      return try masks(rig) == moved
    }
    let time = try times[#require(rest, "left where they are")]
    CorePlacer.place(rig.graph, at: time + 10_000_000_000)
    #expect(try masks(rig) == before)
  }

  /// Gives a thread realtime priority, if permitted.
  private func isRealtime(_ thread: Int32) -> Bool {
    var parameters = sched_param(sched_priority: 10)
    return unsafe sched_setscheduler(thread, SCHED_FIFO, &parameters) == 0
  }

  /// A time at which the moved members may be placed again.
  private func hour(_ number: Int) -> UInt64 { start + UInt64(number + 1) * 3_600_000_000_000 }

  /// Whether the members on the core of `victim` are moved away and answer, while it does not.
  private func hasMoved(
    _ rig: ChainRig, heldBy victim: Int, cores: [UInt64], at time: UInt64
  ) throws -> Bool {
    CorePlacer.place(rig.graph, at: time)
    let neighbours = cores.indices.filter { $0 != victim && cores[$0] == cores[victim] }
    let misses = rig.misses
    var masks: [UInt64] = []
    rig.hold(victim, milliseconds: 180) { masks = (try? self.masks(rig)) ?? [] }
    let late = rig.misses.indices.filter { rig.misses[$0] > misses[$0] }
    return late == [victim] && masks.count == cores.count && masks[victim] == cores[victim]
      && neighbours.contains { masks[$0] & cores[victim] == 0 }
  }

  /// Instruments side by side that render for long enough to be worth the wake-up of another core.
  private func makeChoir(count: Int, microseconds: Float = 100) throws -> ChainRig {
    let rig = try ChainRig(
      sideBySide: (0..<count).map { _ in try Instance(built: "UnrulyExtension", "aumu unru Test") })
    rig.makeWork(microseconds: microseconds)
    for _ in 0..<20 { rig.render() }
    return rig
  }

  @Test func aSingleNodeIsUnbound() throws {
    let rig = try makeRig(count: 1)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    #expect(try masks(rig) == [tenuto_cores(0)])
  }

  @Test func aThreadBoundByOthersStays() throws {
    let rig = try makeRig(count: 3)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    let own = try masks(rig)[0]
    let other = tenuto_cores(0) & ~own
    #expect(tenuto_set_cores(try thread(rig.instances[1]), other) == 0)
    for _ in 0..<2 { CorePlacer.place(rig.graph) }
    #expect(try masks(rig) == [own, other, own])
  }
}
