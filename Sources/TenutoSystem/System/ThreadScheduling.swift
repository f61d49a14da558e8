internal import CTenuto
internal import Synchronization
internal import TenutoTransport

/// The kernel's view of an instance's render thread: its core and its priority, which the host's
/// render thread may change during a cycle.
///
/// Valid as long as the `ProcessMonitor` that made it.
@safe package struct ThreadScheduling: @unchecked Sendable, BitwiseCopyable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  private enum Word {
    /// The thread, 0 if it has neither a realtime priority nor a core; and its process.
    static var thread: Int { @_noLocks get { 0 } }
    static var process: Int { @_noLocks get { 1 } }
    /// Its realtime priority, or 0; and whether it is lowered by one at present.
    static var priority: Int { @_noLocks get { 2 } }
    static var isDemoted: Int { @_noLocks get { 3 } }
    /// Its core as a bit, all cores that it may have, and whether it is bound to its core.
    static var core: Int { @_noLocks get { 4 } }
    static var cores: Int { @_noLocks get { 5 } }
    static var isBound: Int { @_noLocks get { 6 } }
  }
  private static var wordCount: Int { 7 }

  package static func allocate(process: Int32) -> ThreadScheduling {
    let words = unsafe HotMemory.allocate(Atomic<UInt64>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    let scheduling = unsafe ThreadScheduling(words: words)
    scheduling.store(UInt64(process), Word.process)
    return scheduling
  }

  package func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
  }

  @_noLocks
  private func load(_ word: Int) -> UInt64 { unsafe words[word].load(ordering: .acquiring) }

  @_noLocks
  private func store(_ value: UInt64, _ word: Int) {
    unsafe words[word].store(value, ordering: .releasing)
  }

  /// Whether the thread is known: it has a realtime priority, or was bound to a core.
  ///
  /// Thread: any.
  package var isKnown: Bool { @_noLocks get { load(Word.thread) != 0 } }

  private var thread: Int32 { @_noLocks get { Int32(truncatingIfNeeded: load(Word.thread)) } }

  /// Nanoseconds of processor time of its process, as of the kernel's last tick.
  ///
  /// Thread: render. One system call.
  @_noLocks
  package func processTime() -> UInt64 {
    tenuto_process_time(Int32(truncatingIfNeeded: load(Word.process)))
  }
}

// MARK: - Priority

extension ThreadScheduling {
  /// Notes that a thread has got a realtime priority, reduced by one if it `isDemoted`.
  ///
  /// Thread: control.
  package func set(thread: Int32, priority: Int32, isDemoted: Bool) {
    store(0, Word.isBound)
    store(UInt64(priority), Word.priority)
    store(isDemoted ? 1 : 0, Word.isDemoted)
    store(UInt64(thread), Word.thread)
  }

  /// Whether its priority is below that of other extensions, so that none waits for it.
  ///
  /// Thread: any.
  package var isDemoted: Bool { @_noLocks get { load(Word.isDemoted) != 0 } }

  /// Whether `demote` would have an effect.
  ///
  /// Thread: render.
  package var mayDemote: Bool {
    @_noLocks get { load(Word.thread) != 0 && load(Word.priority) > 1 && !isDemoted }
  }

  /// Lowers the thread's priority below all others of the same priority.
  ///
  /// Thread: render. One system call, or none if that is already so or no priority is lower.
  @_noLocks
  package func demote() {
    guard mayDemote else { return }
    store(1, Word.isDemoted)
    setPriority()
  }

  /// Restores the thread's priority.
  ///
  /// Thread: render. One system call, or none if the thread already has it.
  @_noLocks
  package func promote() {
    guard load(Word.thread) != 0, isDemoted else { return }
    store(0, Word.isDemoted)
    setPriority()
  }

  /// Moves a thread that holds a core behind waiting threads of its priority, and updates its
  /// processor time.
  ///
  /// Linux counts the time of a running thread at ticks and when it leaves its core. Without this
  /// call, a thread that has held its core since the last tick would seem to have waited.
  ///
  /// Thread: render. Three system calls.
  /// - Returns: Nanoseconds of processor time of its process.
  @_noLocks
  package func requeue() -> UInt64 {
    let own = priority
    if own > 1, load(Word.thread) != 0 {
      _ = tenuto_set_priority(thread, own &- 1)
      _ = tenuto_set_priority(thread, own)
    }
    return processTime()
  }

  private var priority: Int32 {
    @_noLocks get { Int32(truncatingIfNeeded: load(Word.priority)) &- (isDemoted ? 1 : 0) }
  }

  @_noLocks
  private func setPriority() { _ = tenuto_set_priority(thread, priority) }
}

// MARK: - Core

extension ThreadScheduling {
  /// Notes that a thread has been bound to `core` of `cores`.
  ///
  /// Thread: control.
  package func bind(to core: UInt64, of cores: UInt64, for thread: Int32) {
    store(core, Word.core)
    store(cores, Word.cores)
    store(UInt64(thread), Word.thread)
    store(1, Word.isBound)
  }

  /// Notes that the thread is no longer bound to a core.
  ///
  /// Thread: control.
  package func unbind() { store(0, Word.isBound) }

  /// Whether the thread is not bound to a core.
  package var isFree: Bool { @_noLocks get { load(Word.isBound) == 0 } }

  /// The cores for a thread that was moved off its own.
  ///
  /// Thread: control.
  package var others: UInt64 { @_noLocks get { load(Word.cores) & ~load(Word.core) } }

  /// Moves the thread to the other cores, until it is bound to one again.
  ///
  /// Thread: render. One system call if the thread was bound to one core. Linux moves a thread that
  /// waits for its core at once, and would leave it there if the mask still had its own core.
  @_noLocks
  package func moveOff() {
    guard !isFree else { return }
    _ = tenuto_set_cores(thread, others)
    store(0, Word.isBound)
  }
}
