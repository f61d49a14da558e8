import Synchronization

/// Numbers written by one thread and read by another.
///
/// Never freed: they live as long as the process.
@safe struct Words: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let base: UnsafeMutablePointer<Atomic<Int>>

  init(_ count: Int) {
    unsafe base = .allocate(capacity: count)
    for index in 0..<count { unsafe (base + index).initialize(to: Atomic(0)) }
  }

  subscript(index: Int) -> Int {
    @_noLocks get { unsafe base[index].load(ordering: .acquiring) }
    @_noLocks nonmutating set { unsafe base[index].store(newValue, ordering: .releasing) }
  }
}
