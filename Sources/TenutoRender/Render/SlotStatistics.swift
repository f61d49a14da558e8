internal import Synchronization
package import TenutoTransport

/// Counters of one node, read outside the render thread.
public struct NodeReading: Sendable, Equatable {
  /// Cycles in which the host waited for it.
  public var cycles: UInt64 = 0
  /// Cycles that it missed.
  public var misses: UInt64 = 0
  /// Missed cycles that were its own fault, and not a wait for a core.
  public var ownMisses: UInt64 = 0
  /// Cycles in which the node, as the next to answer, made no progress for at least half of its
  /// time.
  public var stalls: UInt64 = 0
  /// NaN, infinite, subnormal or too loud samples, which were replaced.
  public var badSamples: UInt64 = 0
  /// Events without room, including `excessEvents`.
  public var lostEvents: UInt64 = 0
  /// Cycles for which it reported a time.
  public var measuredCycles: UInt64 = 0
  /// Nanoseconds of rendering in those cycles in all.
  public var renderNanoseconds: UInt64 = 0
  /// The loudest sample since the last reading, linear.
  public var peak: Float = 0
  /// Cycles missed since the last answer.
  public var missesInRow: UInt64 = 0
  /// Blocks in which samples were replaced.
  public var badBlocks: UInt64 = 0
  /// Whether it is muted because of bad output.
  public var isMuted = false
  /// Number of mutes.
  public var mutes: UInt64 = 0
  /// Breaches of the protocol.
  public var protocolFaults: UInt64 = 0
  /// Samples above 0 dBFS that were clipped on their way to a device or another program.
  public var clippedSamples: UInt64 = 0
  /// Cycles above 0 dBFS, which is harmless between nodes but too loud for an output.
  public var loudCycles: UInt64 = 0
  /// Events beyond its budget, as far as the host has read them.
  public var excessEvents: UInt64 = 0
  /// Whether its events are not read because it sends too many.
  public var isFlooding = false
  /// Number of floods.
  public var floods: UInt64 = 0
  /// Its render times.
  public var renderTimes = RenderTimes()
  /// Whether a shadow that has rendered the node's cycles is ready.
  public var hasShadow = false
  /// Number of takeovers by a shadow.
  public var takeovers: UInt64 = 0
}

/// Counters that the render thread writes and any thread reads, without a lock.
///
/// Valid as long as the engine's `RenderMemory`.
@safe package struct SlotStatistics: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let times: TimeHistogram

  private enum Word {
    // The fields that every cycle uses share the first cache line.
    static var cycles: Int { @_noLocks get { 0 } }
    static var misses: Int { @_noLocks get { 1 } }
    static var missesInRow: Int { @_noLocks get { 2 } }
    static var peak: Int { @_noLocks get { 3 } }
    static var renderNanoseconds: Int { @_noLocks get { 4 } }
    static var measuredCycles: Int { @_noLocks get { 5 } }
    static var badSamples: Int { @_noLocks get { 6 } }
    static var lostEvents: Int { @_noLocks get { 7 } }
    static var badBlocks: Int { @_noLocks get { 8 } }
    static var isMuted: Int { @_noLocks get { 9 } }
    static var mutes: Int { @_noLocks get { 10 } }
    static var protocolFaults: Int { @_noLocks get { 11 } }
    static var ownMisses: Int { @_noLocks get { 12 } }
    static var excessEvents: Int { @_noLocks get { 13 } }
    static var isFlooding: Int { @_noLocks get { 14 } }
    static var floods: Int { @_noLocks get { 15 } }
    static var loudCycles: Int { @_noLocks get { 16 } }
    static var stalls: Int { @_noLocks get { 17 } }
    static var hasShadow: Int { @_noLocks get { 18 } }
    static var takeovers: Int { @_noLocks get { 19 } }
  }
  private static var count: Int { 20 }

  package static func allocate() -> SlotStatistics {
    let words = unsafe HotMemory.allocate(Atomic<UInt64>.self, count: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotStatistics(words: words, times: .allocate())
  }

  package func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe HotMemory.deallocate(words, count: Self.count)
    times.deallocate()
  }

  @_noLocks
  private func add(_ amount: UInt64, to word: Int) {
    // With a single writer, a load and a store suffice, without a locked instruction.
    let old = unsafe words[word].load(ordering: .relaxed)
    unsafe words[word].store(old &+ amount, ordering: .relaxed)
  }

  /// Thread: render.
  @_noLocks package func countCycle() {
    add(1, to: Word.cycles)
    unsafe words[Word.missesInRow].store(0, ordering: .relaxed)
  }

  /// Counts a cycle in time that follows another.
  ///
  /// Thread: render.
  @_noLocks func countFast(_ findings: OutputGuard.Findings) {
    add(1, to: Word.cycles)
    note(findings)
  }

  /// Thread: render.
  @_noLocks func countMeasured(nanoseconds: UInt64) {
    add(1, to: Word.measuredCycles)
    add(nanoseconds, to: Word.renderNanoseconds)
    times.count(nanoseconds)
  }

  /// Thread: render.
  @_noLocks func countMiss() {
    add(1, to: Word.misses)
    add(1, to: Word.missesInRow)
  }

  /// Counts misses as the node's own that `countMiss` has already counted.
  ///
  /// Thread: render.
  @_noLocks func countOwnMisses(_ count: UInt64) {
    if count > 0 { add(count, to: Word.ownMisses) }
  }

  /// Thread: render.
  @_noLocks func countStall() { add(1, to: Word.stalls) }

  /// Thread: render.
  @_noLocks func countTakeover() { add(1, to: Word.takeovers) }

  /// Whether a shadow that has rendered the node's cycles is ready.
  var hasShadow: Bool {
    get { unsafe words[Word.hasShadow].load(ordering: .acquiring) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Word.hasShadow].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }

  /// Thread: render.
  @_noLocks func countMute() { add(1, to: Word.mutes) }

  /// Thread: render.
  @_noLocks func countProtocolFault() { add(1, to: Word.protocolFaults) }

  /// Counts events that were lost because there were too many.
  ///
  /// Thread: render.
  @_noLocks func countExcessEvents(_ count: Int) {
    guard count > 0 else { return }
    add(UInt64(truncatingIfNeeded: count), to: Word.excessEvents)
    countLostEvents(count)
  }

  /// Thread: render.
  @_noLocks func beginFlood() {
    isFlooding = true
    let floods = unsafe words[Word.floods].load(ordering: .relaxed)
    unsafe words[Word.floods].store(floods &+ 1, ordering: .releasing)
  }

  /// Whether the node's events are not read because it sends too many.
  var isFlooding: Bool {
    get { unsafe words[Word.isFlooding].load(ordering: .acquiring) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Word.isFlooding].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }

  /// Whether the node is muted because of bad output.
  var isMuted: Bool {
    get { unsafe words[Word.isMuted].load(ordering: .relaxed) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Word.isMuted].store(newValue ? 1 : 0, ordering: .relaxed)
    }
  }

  /// Whether a cycle was ever missed: the very first one needs no fade.
  ///
  /// Thread: render.
  var hasMissed: Bool {
    @_noLocks get { unsafe words[Word.misses].load(ordering: .relaxed) > 0 }
  }

  /// Thread: render.
  @_noLocks func countLostEvents(_ count: Int) {
    if count > 0 { add(UInt64(truncatingIfNeeded: count), to: Word.lostEvents) }
  }

  /// Thread: render.
  @_noLocks package func note(_ findings: OutputGuard.Findings) {
    if findings.badSampleCount > 0 {
      add(UInt64(truncatingIfNeeded: findings.badSampleCount), to: Word.badSamples)
      add(1, to: Word.badBlocks)
    }
    if findings.peak > 1 { add(1, to: Word.loudCycles) }
    let old = Float(
      bitPattern: UInt32(
        truncatingIfNeeded: unsafe words[Word.peak].load(ordering: .relaxed)))
    if findings.peak > old {
      unsafe words[Word.peak].store(UInt64(findings.peak.bitPattern), ordering: .relaxed)
    }
  }

  /// Reads all counters and resets the peak.
  ///
  /// Thread: control.
  func read() -> NodeReading {
    var reading = look()
    let peak = unsafe words[Word.peak].exchange(0, ordering: .relaxed)
    reading.peak = Float(bitPattern: UInt32(truncatingIfNeeded: peak))
    return reading
  }

  /// Reads all counters without resetting the peak.
  ///
  /// Thread: control.
  func look() -> NodeReading {
    func load(_ word: Int) -> UInt64 { unsafe words[word].load(ordering: .relaxed) }
    // Read before the flood flag: a counted flood has begun by then.
    let floods = unsafe words[Word.floods].load(ordering: .acquiring)
    return NodeReading(
      cycles: load(Word.cycles), misses: load(Word.misses),
      ownMisses: load(Word.ownMisses), stalls: load(Word.stalls), badSamples: load(Word.badSamples),
      lostEvents: load(Word.lostEvents), measuredCycles: load(Word.measuredCycles),
      renderNanoseconds: load(Word.renderNanoseconds),
      peak: Float(bitPattern: UInt32(truncatingIfNeeded: load(Word.peak))),
      missesInRow: load(Word.missesInRow), badBlocks: load(Word.badBlocks), isMuted: isMuted,
      mutes: load(Word.mutes), protocolFaults: load(Word.protocolFaults),
      loudCycles: load(Word.loudCycles), excessEvents: load(Word.excessEvents),
      isFlooding: isFlooding, floods: floods,
      renderTimes: times.times, hasShadow: hasShadow, takeovers: load(Word.takeovers))
  }
}

/// The render times of a node, over the timed cycles.
public struct RenderTimes: Sendable, Equatable {
  /// Timed cycles.
  public var count: UInt64 = 0
  /// The median in ns.
  public var median: UInt64 = 0
  /// The 99th percentile in ns.
  public var percentile99: UInt64 = 0
  /// The longest time in ns.
  public var maximum: UInt64 = 0

  /// Creates empty statistics.
  public init() {}
}
