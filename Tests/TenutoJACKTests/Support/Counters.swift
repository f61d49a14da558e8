import Synchronization

/// Numbers that the render thread writes and a test reads.
///
/// Never freed: the render thread of a killed server may touch them late.
@safe struct Counters: Sendable, BitwiseCopyable {
  enum Slot: Int {
    case cycles, frames, matches, mismatches, first, second, request, bytes
  }
  nonisolated(unsafe) private let base: UnsafeMutablePointer<Atomic<Int>>

  init() {
    unsafe base = .allocate(capacity: 8)
    for slot in 0..<8 { unsafe (base + slot).initialize(to: Atomic(0)) }
  }

  subscript(slot: Slot) -> Int {
    get { unsafe base[slot.rawValue].load(ordering: .sequentiallyConsistent) }
    nonmutating set {
      unsafe base[slot.rawValue].store(newValue, ordering: .sequentiallyConsistent)
    }
  }

  @_noLocks func load(_ slot: Int) -> Int {
    unsafe base[slot].load(ordering: .sequentiallyConsistent)
  }

  @_noLocks func store(_ slot: Int, _ value: Int) {
    unsafe base[slot].store(value, ordering: .sequentiallyConsistent)
  }

  @_noLocks func add(_ slot: Int) {
    unsafe base[slot].add(1, ordering: .sequentiallyConsistent)
  }
}
