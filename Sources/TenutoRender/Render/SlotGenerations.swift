internal import Synchronization

/// A slot, and which of those that have sat there is meant.
struct SlotHandle: BitwiseCopyable, Sendable, Hashable {
  let number: Int
  let generation: UInt32

  @_noLocks
  init(number: Int, generation: UInt32) {
    self.number = number
    self.generation = generation
  }
}

/// Who sits on each slot, written by control and read by render: what was meant for one that has
/// left does not reach the next one.
///
/// Valid as long as the slots.
@safe struct SlotGenerations: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  static func allocate(count: Int) -> SlotGenerations {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotGenerations(words: words, count: count)
  }

  func deallocate() {
    unsafe words.deinitialize(count: count)
    unsafe words.deallocate()
  }

  /// The one that sits on a slot now, or will.
  ///
  /// Thread: control.
  func handle(_ number: Int) -> SlotHandle {
    precondition(number >= 0 && number < count)
    return SlotHandle(
      number: number, generation: unsafe words[number].load(ordering: .relaxed))
  }

  /// Frees a slot for somebody else.
  ///
  /// Thread: control.
  func leave(_ number: Int) {
    precondition(number >= 0 && number < count)
    unsafe words[number].wrappingAdd(1, ordering: .releasing)
  }

  /// Whether the one that is meant still has its slot.
  ///
  /// Thread: render.
  @_noLocks
  func isCurrent(_ slot: SlotHandle) -> Bool {
    guard slot.number >= 0, slot.number < count else { return false }
    return unsafe words[slot.number].load(ordering: .acquiring) == slot.generation
  }
}
