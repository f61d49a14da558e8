internal import CTenuto
internal import Synchronization

/// Words that the runner, the clients' own threads and control share without a lock.
///
/// Valid as long as the engine.
@safe struct RunnerWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let wakeCount: UnsafeMutablePointer<Atomic<UInt32>>
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static var running: Int { @_noLocks get { 0 } }
  private static var offered: Int { @_noLocks get { 1 } }
  private static var used: Int { @_noLocks get { 2 } }
  private static var handedOn: Int { @_noLocks get { 3 } }
  private static var wordCount: Int { 4 }

  static func allocate() -> RunnerWords {
    let wakeCount = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    unsafe wakeCount.initialize(to: Atomic(0))
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe RunnerWords(wakeCount: wakeCount, words: words)
  }

  func deallocate() {
    unsafe wakeCount.deallocate()
    unsafe words.deallocate()
  }

  /// Whether the runner is running; otherwise the clients' own threads keep their clients.
  ///
  /// The runner sets it, control clears it.
  var isRunning: Bool {
    @_noLocks get { unsafe words[Self.running].load(ordering: .acquiring) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Self.running].store(newValue ? 1 : 0, ordering: .sequentiallyConsistent)
    }
  }

  /// The clients to run, written by control.
  var offered: UnsafeMutablePointer<RunnerList>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(
        bitPattern: words[Self.offered].load(ordering: .sequentiallyConsistent))
    }
    nonmutating set {
      unsafe words[Self.offered].store(
        UInt(bitPattern: newValue), ordering: .sequentiallyConsistent)
    }
  }

  /// The clients that the runner runs, written by the runner.
  var used: UnsafeMutablePointer<RunnerList>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(bitPattern: words[Self.used].load(ordering: .acquiring))
    }
    @_noLocks nonmutating set {
      unsafe words[Self.used].store(
        UInt(bitPattern: newValue), ordering: .sequentiallyConsistent)
    }
  }

  /// The number of cycles of a client whose extension got its input from another's.
  var handedOnCount: UInt { unsafe words[Self.handedOn].load(ordering: .relaxed) }

  /// Thread: runner.
  @_noLocks
  func countHandedOn() {
    let old = unsafe words[Self.handedOn].load(ordering: .relaxed)
    unsafe words[Self.handedOn].store(old &+ 1, ordering: .relaxed)
  }

  /// Wakes the runner, which then checks `offered` and the owners of the clients.
  ///
  /// Thread: any. One system call.
  @_noLocks
  func wake() {
    unsafe wakeCount.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    _ = unsafe tenuto_futex_wake(wakeWord, CInt.max)
  }

  /// Number of wake-ups requested.
  var wakes: UInt32 { @_noLocks get { unsafe tenuto_load(wakeWord) } }

  /// The futex word of `wakes`.
  var wakeWord: UnsafePointer<UInt32> {
    @_noLocks get { unsafe UnsafeRawPointer(wakeCount).assumingMemoryBound(to: UInt32.self) }
  }
}
