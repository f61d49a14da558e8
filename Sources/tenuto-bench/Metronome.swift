import CBench
import CTenuto
import Foundation
import Synchronization
import TenutoRender
import TenutoTransport

/// One cycle as its render thread saw it; times in ns.
struct CycleNote: BitwiseCopyable {
  var due: UInt64 = 0
  var began: UInt64 = 0
  /// When the host was to stop waiting.
  var limit: UInt64 = 0
  var ended: UInt64 = 0
  /// When shadows had been given the cycle.
  var served: UInt64 = 0
  var peak: Float = 0
  /// The first frame that is heard, -1 for none, and the one behind the last.
  var firstHeard: Int32 = -1
  var endHeard: Int32 = 0
}

/// A render thread like the clock engine's, which writes down when each cycle was and what was
/// heard in it.
@safe final class Metronome: @unchecked Sendable {  // notes are read behind `count`
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
  /// What the thread has done besides rendering, where that is counted; after `stop`.
  private(set) var counts = cbench_counts()
  /// Nanoseconds of a period.
  let period: Double

  /// Starts to play `prepared`, for `capacity` cycles at most.
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
      _ = Surroundings.becomeRealtime()
      tenuto_flush_subnormals()
      if isCounting { cbench_start() }
      run()
      if isCounting { counts = cbench_stop() }
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  deinit { unsafe notes.deallocate() }

  /// The format in which what plays is to be prepared.
  static var format: EngineFormat {
    ClockEngine.format(sampleRate: sampleRate, frameCount: frameCount)
  }

  /// Cycles that have been written down.
  var count: Int { written.load(ordering: .acquiring) }

  /// One of them.
  func note(_ index: Int) -> CycleNote {
    precondition(index >= 0 && index < count)
    return unsafe notes[index]
  }

  /// Waits until so many are written down, for at most four times what they take and `seconds` more.
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
      var note = CycleNote()
      note.due = origin + UInt64(cycle * period)
      let now = MonotonicTime.now.nanoseconds
      if now > note.due + UInt64(period) {
        // As the clock engine does after a standstill: what is past is past.
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
    unsafe prepared.renderer.pointee.serveShadows()
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

/// Wakes up once a period and does nothing: what the machine itself adds to a render thread's times.
final class ControlTimer: Sendable {
  private let lateness = Mutex<[Double]>([])
  private let isStopping = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in
      _ = Surroundings.becomeRealtime()
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

  /// Reports how late the machine wakes a thread that sleeps until a time, when nothing else is
  /// measured.
  static func measure(_ name: String, into report: inout Report) throws {
    let timer = ControlTimer()
    usleep(2_000_000)
    timer.stop(name, into: &report)
  }

  /// Ends it, and reports by how much it woke too late.
  func stop(_ name: String, into report: inout Report) {
    isStopping.store(true, ordering: .releasing)
    ended.wait()
    let all = lateness.withLock { $0 }
    report.add("control timer beside \(name), late", "µs", Spread(all))
    report.add("control timer beside \(name), late, p95", "µs", all.percentile(95))
    report.add("control timer beside \(name), late, p99", "µs", all.percentile(99))
    report.add("control timer beside \(name), late, max", "µs", all.percentile(100))
  }
}
