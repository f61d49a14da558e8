internal import CTenuto
internal import Synchronization
internal import TenutoTransport

/// The words of a renderer that control and the render thread share.
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
  private static var count: Int { 6 }

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

  /// Says that there is mail in some slot: the one word that the render thread looks at.
  ///
  /// Thread: any.
  @_noLocks func raiseMail() { unsafe words[Self.mail].store(1, ordering: .releasing) }

  /// Whether there was mail.
  ///
  /// Thread: render.
  @_noLocks
  func lowerMail() -> Bool {
    // A load first: an exchange in every cycle would be too expensive.
    guard unsafe words[Self.mail].load(ordering: .relaxed) != 0 else { return false }
    return unsafe words[Self.mail].exchange(0, ordering: .acquiringAndReleasing) != 0
  }

  /// Whether a plan is waiting.
  ///
  /// Thread: render.
  var hasPlan: Bool {
    @_noLocks get { unsafe words[Self.plan].load(ordering: .relaxed) != 0 }
  }

  /// Takes the waiting plan, nil if there is none.
  ///
  /// Thread: render, and control, which takes back what is not wanted any more.
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

  /// The number of the current plan, written by render, read by any.
  var planNumber: Int64 {
    @_noLocks get { unsafe words[Self.planNumber].load(ordering: .acquiring) }
    @_noLocks nonmutating set {
      unsafe words[Self.planNumber].store(newValue, ordering: .releasing)
    }
  }

  /// The thread that renders in real time, 0 as long as none has; written by render, read by any.
  var thread: Int32 {
    @_noLocks get { Int32(truncatingIfNeeded: unsafe words[Self.thread].load(ordering: .relaxed)) }
    @_noLocks nonmutating set {
      unsafe words[Self.thread].store(Int64(newValue), ordering: .relaxed)
    }
  }

  /// The frame behind which control is to be woken once, `.max` for none.
  ///
  /// Thread: control, one at a time.
  var wakeTime: Int64 {
    get { unsafe words[Self.wake].load(ordering: .relaxed) }
    nonmutating set { unsafe words[Self.wake].store(newValue, ordering: .releasing) }
  }

  /// Whether control is to be woken, asked for at each time once.
  ///
  /// Thread: render.
  @_noLocks
  func takeWake(_ now: Int64) -> Bool {
    let time = unsafe words[Self.wake].load(ordering: .relaxed)
    guard now > time else { return false }
    // Later changes by control are read in the next cycle.
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

/// Counts what render threads have handed over, and lets one thread wait for it.
@safe struct NewsWord: BitwiseCopyable, @unchecked Sendable {  // points to an atomic
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  /// The only one of the process: it is never freed.
  static func allocate() -> NewsWord {
    let word = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    unsafe word.initialize(to: Atomic(0))
    return unsafe NewsWord(word: word)
  }

  /// Wakes the waiting thread, with one system call.
  ///
  /// Thread: render.
  @_noLocks
  func raise() {
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
