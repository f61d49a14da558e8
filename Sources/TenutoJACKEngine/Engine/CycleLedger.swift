internal import Synchronization
internal import TenutoTransport

/// Times of a node's last cycles, for xrun attribution: its render thread writes them, any thread
/// reads them, without a lock.
///
/// Valid as long as the node.
@safe struct CycleLedger: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// A cycle of a node.
  struct Entry: Equatable {
    let began: UInt64
    /// Nanoseconds for which its thread was busy with it, including the wait for its extension.
    let duration: UInt64
    /// Whether the node's deadline had passed, so that its extension was late.
    let isLate: Bool
    var ended: UInt64 { began &+ duration }
  }

  /// The number of cycles that are kept.
  static var capacity: Int { @_noLocks get { 16 } }
  /// The word with the count of cycles; two words for each cycle follow.
  private static var header: Int { @_noLocks get { 1 } }

  static func allocate() -> CycleLedger {
    let count = header + 2 * capacity
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe CycleLedger(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.header + 2 * Self.capacity)
    unsafe words.deallocate()
  }

  /// Notes a cycle for which its thread took `nanoseconds`.
  ///
  /// Thread: render.
  @_noLocks func note(began: MonotonicTime, nanoseconds: UInt64, isLate: Bool) {
    let count = unsafe words[0].load(ordering: .relaxed)
    let index = Self.header + 2 * Int(truncatingIfNeeded: count % UInt64(Self.capacity))
    unsafe words[index].store(began.nanoseconds, ordering: .relaxed)
    unsafe words[index + 1].store(nanoseconds << 1 | (isLate ? 1 : 0), ordering: .relaxed)
    unsafe words[0].store(count &+ 1, ordering: .releasing)
  }

  /// The kept cycles, oldest first.
  ///
  /// Thread: any. Skips the entry that is being written.
  var entries: [Entry] {
    let last = unsafe words[0].load(ordering: .acquiring)
    let capacity = UInt64(Self.capacity)
    let first = last > capacity ? last - capacity : 0
    let read = (first..<last).map { number in
      let index = Self.header + 2 * Int(number % capacity)
      let second = unsafe words[index + 1].load(ordering: .acquiring)
      return Entry(
        began: unsafe words[index].load(ordering: .acquiring), duration: second >> 1,
        isLate: second & 1 == 1)
    }
    // Skip entries that may have been overwritten while they were read.
    let now = unsafe words[0].load(ordering: .acquiring)
    let valid = now >= capacity ? now - capacity + 1 : 0
    return Array(read.dropFirst(Int(min(last, max(first, valid)) - first)))
  }
}
