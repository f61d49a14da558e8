import Synchronization

/// Numbers that the render thread writes and a test reads.
///
/// Never freed: the render thread of a killed server may touch them late.
@safe struct Words: Sendable, BitwiseCopyable {
  nonisolated(unsafe) private let base: UnsafeMutablePointer<Atomic<Int>>

  init() {
    unsafe base = .allocate(capacity: 16)
    for slot in 0..<16 { unsafe (base + slot).initialize(to: Atomic(0)) }
  }

  subscript(slot: Int) -> Int {
    @_noLocks get { unsafe base[slot].load(ordering: .sequentiallyConsistent) }
    @_noLocks nonmutating set {
      unsafe base[slot].store(newValue, ordering: .sequentiallyConsistent)
    }
  }
}
