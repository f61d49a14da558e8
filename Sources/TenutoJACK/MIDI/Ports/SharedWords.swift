internal import Synchronization

/// Numbers that the render thread shares with other threads, each accessed separately.
@safe struct SharedWords: Sendable, BitwiseCopyable {
  nonisolated(unsafe) private let base: UnsafeMutablePointer<Atomic<UInt64>>  // points to atomics

  /// Allocates `count` words of 0; free them with `deallocate()`.
  init(count: Int) {
    unsafe base = .allocate(capacity: count)
    for index in 0..<count { unsafe (base + index).initialize(to: Atomic(0)) }
  }

  func deallocate() { unsafe base.deallocate() }

  @_noLocks func load(_ index: Int) -> UInt64 {
    unsafe base[index].load(ordering: .sequentiallyConsistent)
  }

  @_noLocks func store(_ index: Int, _ value: UInt64) {
    unsafe base[index].store(value, ordering: .sequentiallyConsistent)
  }

  @_noLocks func add(_ index: Int, _ value: UInt64 = 1) {
    unsafe base[index].wrappingAdd(value, ordering: .sequentiallyConsistent)
  }

  @_noLocks func subtract(_ index: Int, _ value: UInt64 = 1) {
    unsafe base[index].wrappingSubtract(value, ordering: .sequentiallyConsistent)
  }
}
