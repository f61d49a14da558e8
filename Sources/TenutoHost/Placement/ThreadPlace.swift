internal import CTenuto
internal import Synchronization
internal import TenutoTransport

/// Which core the render thread of an instance was given, so that the host's can move it off there.
///
/// Valid as long as the `ProcessMonitor` that made it.
@safe struct ThreadPlace: @unchecked Sendable, BitwiseCopyable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The thread, 0 where none is kept to a core; that core, as a bit; all that it may have; and its
  /// process.
  private static var thread: Int { @_noLocks get { 0 } }
  private static var core: Int { @_noLocks get { 1 } }
  private static var cores: Int { @_noLocks get { 2 } }
  private static var process: Int { @_noLocks get { 3 } }
  private static var wordCount: Int { 4 }

  static func allocate() -> ThreadPlace {
    let words = unsafe HotMemory.allocate(Atomic<UInt64>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe ThreadPlace(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
  }

  /// Notes that a thread of `process` has been kept to `core` of `cores`.
  ///
  /// Thread: control.
  func take(_ core: UInt64, of cores: UInt64, for thread: Int32, of process: Int32) {
    unsafe words[Self.core].store(core, ordering: .relaxed)
    unsafe words[Self.cores].store(cores, ordering: .relaxed)
    unsafe words[Self.process].store(UInt64(process), ordering: .relaxed)
    unsafe words[Self.thread].store(UInt64(thread), ordering: .releasing)
  }

  /// Notes that the thread is not kept to a core any longer.
  ///
  /// Thread: control.
  func leave() { unsafe words[Self.thread].store(0, ordering: .releasing) }

  /// Whether no thread is kept to a core.
  var isFree: Bool {
    @_noLocks get { unsafe words[Self.thread].load(ordering: .acquiring) == 0 }
  }

  /// The cores on which one that was moved off its own may be.
  ///
  /// Thread: control.
  var others: UInt64 {
    @_noLocks get {
      unsafe words[Self.cores].load(ordering: .relaxed)
        & ~words[Self.core].load(ordering: .relaxed)
    }
  }

  /// Nanoseconds of a core that its process has had.
  ///
  /// Thread: render. One system call.
  @_noLocks
  func processTime() -> UInt64 {
    tenuto_process_time(
      Int32(truncatingIfNeeded: unsafe words[Self.process].load(ordering: .relaxed)))
  }

  /// Moves the thread to the other cores, for as long as it is not given one anew.
  ///
  /// Thread: render. One system call where it was kept to one. Linux moves one that waits for its
  /// core at once; it would leave it there if its own were still among those that it may have.
  @_noLocks
  func moveOff() {
    let thread = unsafe words[Self.thread].load(ordering: .acquiring)
    guard thread != 0 else { return }
    _ = tenuto_set_cores(Int32(truncatingIfNeeded: thread), others)
    unsafe words[Self.thread].store(0, ordering: .releasing)
  }
}
