internal import Synchronization

/// What a reader off the render thread learns of one node.
public struct NodeReading: Sendable, Equatable {
  /// Cycles in which it was waited for.
  public var cycles: UInt64 = 0
  /// Cycles that it missed.
  public var misses: UInt64 = 0
  /// Samples that were no sound and were replaced.
  public var badSamples: UInt64 = 0
  /// Events that found no room.
  public var lostEvents: UInt64 = 0
  /// Cycles of which it says how long they took.
  public var measuredCycles: UInt64 = 0
  /// Nanoseconds of rendering in those cycles, all together.
  public var renderNanoseconds: UInt64 = 0
  /// The loudest sample since the last reading, linear.
  public var peak: Float = 0
}

/// Counters that the render thread writes and anybody reads, without a lock.
///
/// Valid as long as the engine's `RenderMemory`.
@safe struct SlotStatistics: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  private enum Word {
    static var cycles: Int { @_noLocks get { 0 } }
    static var misses: Int { @_noLocks get { 1 } }
    static var badSamples: Int { @_noLocks get { 2 } }
    static var lostEvents: Int { @_noLocks get { 3 } }
    static var renderNanoseconds: Int { @_noLocks get { 4 } }
    static var peak: Int { @_noLocks get { 5 } }
    static var measuredCycles: Int { @_noLocks get { 6 } }
  }
  private static var count: Int { 7 }

  static func allocate() -> SlotStatistics {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotStatistics(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  @_noLocks
  private func add(_ amount: UInt64, to word: Int) {
    // One writer: a load and a store do, without a locked instruction.
    let old = unsafe words[word].load(ordering: .relaxed)
    unsafe words[word].store(old &+ amount, ordering: .relaxed)
  }

  /// Thread: render.
  @_noLocks func countCycle() { add(1, to: Word.cycles) }

  /// Thread: render.
  @_noLocks func countMeasured(nanoseconds: UInt64) {
    add(1, to: Word.measuredCycles)
    add(nanoseconds, to: Word.renderNanoseconds)
  }

  /// Thread: render.
  @_noLocks func countMiss() { add(1, to: Word.misses) }

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
  @_noLocks func note(_ findings: OutputGuard.Findings) {
    if findings.badSampleCount > 0 {
      add(UInt64(truncatingIfNeeded: findings.badSampleCount), to: Word.badSamples)
    }
    let old = Float(
      bitPattern: UInt32(
        truncatingIfNeeded: unsafe words[Word.peak].load(ordering: .relaxed)))
    if findings.peak > old {
      unsafe words[Word.peak].store(UInt64(findings.peak.bitPattern), ordering: .relaxed)
    }
  }

  /// Reads all, and starts the peak anew.
  ///
  /// Thread: control.
  func read() -> NodeReading {
    func load(_ word: Int) -> UInt64 { unsafe words[word].load(ordering: .relaxed) }
    let peak = unsafe words[Word.peak].exchange(0, ordering: .relaxed)
    return NodeReading(
      cycles: load(Word.cycles), misses: load(Word.misses), badSamples: load(Word.badSamples),
      lostEvents: load(Word.lostEvents), measuredCycles: load(Word.measuredCycles),
      renderNanoseconds: load(Word.renderNanoseconds),
      peak: Float(bitPattern: UInt32(truncatingIfNeeded: peak)))
  }
}
