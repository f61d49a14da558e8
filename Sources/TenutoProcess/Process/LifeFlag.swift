internal import Synchronization
internal import TenutoTransport

/// Whether a process is alive, readable on the render thread without reference counting.
///
/// Valid for the lifetime of the `ExtensionProcess` that made it.
@safe package struct LifeFlag: @unchecked Sendable, BitwiseCopyable {  // points to an atomic
  private let word: UnsafeMutablePointer<Atomic<Bool>>

  static func allocate() -> LifeFlag {
    let word = unsafe HotMemory.allocate(Atomic<Bool>.self, count: 1)
    unsafe word.initialize(to: Atomic(true))
    return unsafe LifeFlag(word: word)
  }

  func deallocate() {
    unsafe word.deinitialize(count: 1)
    unsafe HotMemory.deallocate(word, count: 1)
  }

  /// Thread: any.
  package var isAlive: Bool { @_noLocks get { unsafe word.pointee.load(ordering: .acquiring) } }

  /// Thread: supervisor.
  func clear() { unsafe word.pointee.store(false, ordering: .releasing) }
}
