import CBench
import CTenuto
import Foundation
import Synchronization
import TenutoRender
import TenutoTransport

/// A cycle as seen by its render thread; times in ns.
struct CycleNote: BitwiseCopyable {
  var due: UInt64 = 0
  var began: UInt64 = 0
  /// The deadline.
  var limit: UInt64 = 0
  var ended: UInt64 = 0
  /// When shadows had been given the cycle.
  var served: UInt64 = 0
  var peak: Float = 0
  /// The first audible frame, -1 for none, and the end of the last.
  var firstHeard: Int32 = -1
  var endHeard: Int32 = 0
}

/// A render thread like that of the clock engine, which records the times and the sound of each
/// cycle.
@safe final class Metronome: @unchecked Sendable {  // only notes below `count` are read
  static let frameCount = 128
  static let sampleRate = 48000.0
  /// Nanoseconds of a period.
  static let period = Double(frameCount) * 1e9 / sampleRate
  /// The quietest sample that counts as heard: -80 dB.
  private static let threshold: Float = 1e-4

  private let prepared: PreparedGraph
  private let capacity: Int
  private let notes: UnsafeMutablePointer<CycleNote>
  private let written = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)
  private let frameCount: Int
  private let isCounting: Bool
  /// Cycles during which the thread touches its memory for the first time; they are not counted.
  private static let warmUp = 100
  /// Counts of the thread besides rendering, if enabled; valid after `stop`.
  private(set) var counts = cbench_counts()
  /// Nanoseconds of a period.
  let period: Double

  /// Starts to play `prepared`, for at most `capacity` cycles.
  init(
    _ prepared: PreparedGraph, frameCount: Int = Metronome.frameCount, capacity: Int,
    counts isCounting: Bool = false
  ) {
    self.prepared = prepared
    self.capacity = capacity
    self.frameCount = frameCount
    self.isCounting = isCounting
    period = Double(frameCount) * 1e9 / Self.sampleRate
    unsafe notes = .allocate(capacity: capacity)
    unsafe notes.initialize(repeating: CycleNote(), count: capacity)
    let thread = Thread { [self] in
      _ = BenchEnvironment.becomeRealtime()
      tenuto_flush_subnormals()
      run()
      if isCounting { counts = cbench_stop() }
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  deinit { unsafe notes.deallocate() }

  /// The format for the prepared graph.
  static var format: EngineFormat {
    ClockEngine.format(sampleRate: sampleRate, frameCount: frameCount)
  }

  /// The number of recorded cycles.
  var count: Int { written.load(ordering: .acquiring) }

  /// A recorded cycle.
  func note(_ index: Int) -> CycleNote {
    precondition(index >= 0 && index < count)
    return unsafe notes[index]
  }

  /// Waits for `count` recorded cycles, at most four times their duration plus `seconds`.
  func wait(for count: Int, seconds: Double = 10) throws {
    let longest = seconds * 1000 + 4 * Double(count) * period / 1e6
    let end = MonotonicTime.after(milliseconds: UInt64(longest))
    while self.count < count {
      guard MonotonicTime.now < end else { throw BenchError.hangs }
      usleep(500)
    }
  }

  /// Ends the thread.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    ended.wait()
  }

  private func run() {
    let origin = MonotonicTime.now.nanoseconds + 1_000_000
    var cycle = 0.0
    for index in 0..<capacity where !isStopping.load(ordering: .acquiring) {
      if isCounting, index == Self.warmUp { cbench_start() }
      var note = CycleNote()
      note.due = origin + UInt64(cycle * period)
      let now = MonotonicTime.now.nanoseconds
      if now > note.due + UInt64(period) {
        // Like the clock engine after a stall, skips missed cycles.
        cycle = (Double(now - origin) / period).rounded(.up)
        note.due = origin + UInt64(cycle * period)
      }
      tenuto_sleep_until(note.due)
      render(&note)
      unsafe notes[index] = note
      written.store(index + 1, ordering: .releasing)
      cycle += 1
    }
  }

  private func render(_ note: inout CycleNote) {
    note.began = MonotonicTime.now.nanoseconds
    note.limit = note.began + UInt64(period * prepared.format.deadlineShare)
    unsafe prepared.renderer.pointee.renderOutput(
      frameCount: frameCount, until: MonotonicTime(nanoseconds: note.limit),
      isRealtime: true)
    note.ended = MonotonicTime.now.nanoseconds
    unsafe prepared.renderer.pointee.settle()
    note.served = MonotonicTime.now.nanoseconds
    let samples = unsafe prepared.renderer.pointee.mixSamples(0)
    for frame in 0..<frameCount {
      let level = unsafe samples[frame].magnitude
      note.peak = max(note.peak, level)
      guard level > Self.threshold else { continue }
      if note.firstHeard < 0 { note.firstHeard = Int32(frame) }
      note.endHeard = Int32(frame + 1)
    }
  }
}

/// Wakes up once a period and does nothing: the machine's own share of a render thread's lateness.
final class ControlTimer: Sendable {
  private let lateness = Mutex<[Double]>([])
  private let isStopping = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in
      _ = BenchEnvironment.becomeRealtime()
      run()
      ended.signal()
    }
    thread.start()
  }

  private func run() {
    var due = MonotonicTime.now.nanoseconds
    while !isStopping.load(ordering: .acquiring) {
      due += UInt64(Metronome.period)
      tenuto_sleep_until(due)
      let now = MonotonicTime.now.nanoseconds
      lateness.withLock { $0.append(Double(now - due) / 1000) }
      if now > due + UInt64(Metronome.period) { due = now }
    }
  }

  /// Reports the wake-up delay of a sleeping thread on an otherwise idle machine.
  static func measure(_ name: String, into report: inout Report) throws {
    let timer = ControlTimer()
    usleep(2_000_000)
    timer.stop(name, into: &report)
  }

  /// Ends the thread, and reports its wake-up delay.
  func stop(_ name: String, into report: inout Report) {
    isStopping.store(true, ordering: .releasing)
    ended.wait()
    let all = lateness.withLock { $0 }
    report.add("control timer next to \(name), late", "µs", Spread(all))
    report.add("control timer next to \(name), late, p95", "µs", all.percentile(95))
    report.add("control timer next to \(name), late, p99", "µs", all.percentile(99))
    report.add("control timer next to \(name), late, max", "µs", all.percentile(100))
  }
}
