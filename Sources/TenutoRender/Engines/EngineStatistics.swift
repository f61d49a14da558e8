internal import Synchronization
package import TenutoTransport

/// Counters of an engine, read outside the render thread.
public struct EngineReading: Sendable, Equatable {
  /// Frames rendered since the start.
  public var sampleTime: Int64 = 0
  /// Cycles rendered.
  public var cycles: UInt64 = 0
  /// Cycles that were too late for the hardware or the clock.
  public var xruns: UInt64 = 0
  /// Nanoseconds spent in cycles in all.
  public var busyNanoseconds: UInt64 = 0
  /// Frames for which the recorder had no room.
  public var unrecordedFrames: UInt64 = 0
  /// When the last cycle began, the one that ended at `sampleTime`, in nanoseconds of
  /// `CLOCK_MONOTONIC`; 0 before the first.
  public var lastCycleTime: UInt64 = 0

  /// Creates a reading of zeros.
  public init() {}
}

/// Counters that the engine's render thread writes, and a stop request that other threads write.
///
/// Valid as long as the engine.
@safe package struct EngineStatistics: BitwiseCopyable, @unchecked Sendable {  // atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private static var count: Int { 7 }

  package static func allocate() -> EngineStatistics {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe EngineStatistics(words: words)
  }

  package func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  @_noLocks
  private func add(_ amount: UInt64, to word: Int) {
    let old = unsafe words[word].load(ordering: .relaxed)
    unsafe words[word].store(old &+ amount, ordering: .relaxed)
  }

  /// Thread: render.
  @_noLocks package func countCycle(sampleTime: Int64, began: MonotonicTime) {
    countCycle(
      sampleTime: sampleTime, began: began,
      nanoseconds: MonotonicTime.now.nanoseconds &- began.nanoseconds)
  }

  /// Counts a cycle that took `nanoseconds`, in parts perhaps.
  ///
  /// Thread: render.
  @_noLocks package func countCycle(
    sampleTime: Int64, began: MonotonicTime, nanoseconds: UInt64
  ) {
    unsafe words[6].store(began.nanoseconds, ordering: .relaxed)
    unsafe words[0].store(UInt64(bitPattern: sampleTime), ordering: .releasing)
    add(1, to: 1)
    add(nanoseconds, to: 3)
  }

  /// Thread: any, one at a time.
  @_noLocks package func countXrun() { add(1, to: 2) }

  /// Thread: render.
  @_noLocks package func countUnrecorded(frames: Int) {
    add(UInt64(truncatingIfNeeded: frames), to: 4)
  }

  /// Thread: control.
  package func requestStop() { unsafe words[5].store(1, ordering: .releasing) }

  /// Thread: render.
  package var isStopRequested: Bool {
    @_noLocks get { unsafe words[5].load(ordering: .acquiring) != 0 }
  }

  /// Thread: control.
  package func read() -> EngineReading {
    func load(_ word: Int) -> UInt64 { unsafe words[word].load(ordering: .acquiring) }
    var reading = EngineReading()
    var sampleTime = load(0)
    reading.lastCycleTime = load(6)
    // Both of one cycle, unless it takes longer to read them than a cycle lasts.
    while case let again = load(0), again != sampleTime {
      sampleTime = again
      reading.lastCycleTime = load(6)
    }
    reading.sampleTime = Int64(bitPattern: sampleTime)
    reading.cycles = load(1)
    reading.xruns = load(2)
    reading.busyNanoseconds = load(3)
    reading.unrecordedFrames = load(4)
    return reading
  }
}
