internal import CTenuto
internal import Synchronization
internal import TenutoTransport

/// The words that control and the render thread of a renderer share.
///
/// Valid as long as the renderer.
@safe struct RenderWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<Int64>>

  private static var mail: Int { @_noLocks get { 0 } }
  private static var time: Int { @_noLocks get { 1 } }
  private static var plan: Int { @_noLocks get { 2 } }
  private static var planNumber: Int { @_noLocks get { 3 } }
  private static var thread: Int { @_noLocks get { 4 } }
  private static var wake: Int { @_noLocks get { 5 } }
  private static var cycle: Int { @_noLocks get { 6 } }
  private static var count: Int { 7 }

  static func allocate() -> RenderWords {
    let words = UnsafeMutablePointer<Atomic<Int64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe words[wake].store(.max, ordering: .relaxed)
    return unsafe RenderWords(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// Sets the word that signals mail for any slot to the render thread.
  ///
  /// Thread: any.
  @_noLocks func raiseMail() { unsafe words[Self.mail].store(1, ordering: .releasing) }

  /// Takes the mail flag; returns whether it was set.
  ///
  /// Thread: render.
  @_noLocks
  func lowerMail() -> Bool {
    // The load comes first: an exchange in every cycle would be too expensive.
    guard unsafe words[Self.mail].load(ordering: .relaxed) != 0 else { return false }
    return unsafe words[Self.mail].exchange(0, ordering: .acquiringAndReleasing) != 0
  }

  /// Whether a plan is waiting.
  ///
  /// Thread: render.
  var hasPlan: Bool {
    @_noLocks get { unsafe words[Self.plan].load(ordering: .relaxed) != 0 }
  }

  /// Takes the waiting plan, or returns nil.
  ///
  /// Thread: render, and control, which takes back a plan that it no longer wants.
  @_noLocks
  func takePlan() -> UnsafeMutablePointer<RenderPlan>? {
    let address = unsafe words[Self.plan].exchange(0, ordering: .acquiringAndReleasing)
    return unsafe UnsafeMutablePointer(bitPattern: Int(address))
  }

  /// Publishes a plan; none may be waiting.
  ///
  /// Thread: control.
  func leavePlan(_ plan: UnsafeMutablePointer<RenderPlan>) {
    let address = Int64(Int(bitPattern: plan))
    unsafe words[Self.plan].store(address, ordering: .releasing)
    raiseMail()
  }

  /// The number of the newest cycle, written by render, read by any.
  var cycle: UInt32 {
    @_noLocks get { UInt32(truncatingIfNeeded: unsafe words[Self.cycle].load(ordering: .relaxed)) }
    @_noLocks nonmutating set {
      unsafe words[Self.cycle].store(Int64(newValue), ordering: .relaxed)
    }
  }

  /// The number of the current plan, written by render, read by any.
  var planNumber: Int64 {
    @_noLocks get { unsafe words[Self.planNumber].load(ordering: .acquiring) }
    @_noLocks nonmutating set {
      unsafe words[Self.planNumber].store(newValue, ordering: .releasing)
    }
  }

  /// The thread that renders in real time, 0 if none has yet; written by render, read by any.
  var thread: Int32 {
    @_noLocks get { Int32(truncatingIfNeeded: unsafe words[Self.thread].load(ordering: .relaxed)) }
    @_noLocks nonmutating set {
      unsafe words[Self.thread].store(Int64(newValue), ordering: .relaxed)
    }
  }

  /// The frame after which to wake control once; `.max` for none.
  ///
  /// Thread: control, one at a time.
  var wakeTime: Int64 {
    get { unsafe words[Self.wake].load(ordering: .relaxed) }
    nonmutating set { unsafe words[Self.wake].store(newValue, ordering: .releasing) }
  }

  /// Whether to wake control, true once for each requested time.
  ///
  /// Thread: render.
  @_noLocks
  func takeWake(_ now: Int64) -> Bool {
    let time = unsafe words[Self.wake].load(ordering: .relaxed)
    guard now > time else { return false }
    // The next cycle reads later changes by control.
    return unsafe words[Self.wake].compareExchange(
      expected: time, desired: .max, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Frames since start, written by render, read by any.
  var sampleTime: Int64 {
    @_noLocks get { unsafe words[Self.time].load(ordering: .relaxed) }
    @_noLocks nonmutating set { unsafe words[Self.time].store(newValue, ordering: .relaxed) }
  }
}

/// Counts items that render threads have handed over, and lets one thread wait for more.
@safe struct HandoffSignal: BitwiseCopyable, @unchecked Sendable {  // points to an atomic
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  /// Allocates the only one of the process, which is never freed.
  static func allocate() -> HandoffSignal {
    let word = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    unsafe word.initialize(to: Atomic(0))
    return unsafe HandoffSignal(word: word)
  }

  /// Wakes the waiting thread, with one system call.
  ///
  /// Thread: render.
  @_noLocks
  func send() {
    unsafe word.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
    _ = unsafe tenuto_futex_wake(
      UnsafeRawPointer(word).assumingMemoryBound(to: UInt32.self), 1)
  }

  var count: UInt32 { unsafe word.pointee.load(ordering: .acquiring) }

  /// Waits while the count is `seen`; may return early.
  func wait(seen: UInt32) {
    _ = unsafe tenuto_futex_wait(
      UnsafeRawPointer(word).assumingMemoryBound(to: UInt32.self), seen, 0)
  }
}
