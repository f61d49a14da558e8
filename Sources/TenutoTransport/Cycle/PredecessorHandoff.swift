internal import CTenuto
internal import Synchronization

/// Passes a `Predecessor` from control to the render thread, and frees the old one safely.
///
/// The two words are a hazard pointer: the render thread publishes the one it uses.
///
/// Valid until `deallocate`.
@safe package struct PredecessorHandoff: BitwiseCopyable, @unchecked Sendable {  // only atomics
  private typealias Word = Atomic<UnsafeMutablePointer<Predecessor>?>
  private let words: UnsafeMutablePointer<Word>

  /// The word that control writes, and the word that the render thread writes.
  private static var offered: Int { @_noLocks get { 0 } }
  private static var used: Int { @_noLocks get { 1 } }

  /// Creates an empty one.
  ///
  /// Thread: control.
  package static func allocate() -> PredecessorHandoff {
    let words = unsafe HotMemory.allocate(Word.self, count: 2)
    for index in 0..<2 { unsafe (words + index).initialize(to: Atomic(nil)) }
    return unsafe PredecessorHandoff(words: words)
  }

  /// Frees its memory and its predecessor, once the render thread has ended.
  ///
  /// Thread: control.
  package func deallocate() {
    clear()
    unsafe words.deinitialize(count: 2)
    unsafe HotMemory.deallocate(words, count: 2)
  }

  /// Frees the predecessor, once the render thread has ended.
  ///
  /// Thread: control.
  package func clear() {
    unsafe Self.free(words[Self.offered].exchange(nil, ordering: .relaxed))
    unsafe words[Self.used].store(nil, ordering: .relaxed)
  }

  /// Replaces the predecessor, and frees the old one once the render thread has released it.
  ///
  /// Thread: control, one at a time.
  /// - Parameters:
  ///   - new: The new predecessor, or nil.
  ///   - waker: Wakes the render thread, so that it looks.
  package func replace(with new: consuming Predecessor?, waker: CycleWaker) {
    let predecessor = unsafe Self.allocate(new)
    let old = unsafe words[Self.offered].exchange(predecessor, ordering: .sequentiallyConsistent)
    guard unsafe old != nil else { return }
    while unsafe words[Self.used].load(ordering: .sequentiallyConsistent) == old {
      // The words belong to other instances and cannot be changed here: wake until the thread has
      // looked.
      waker.wake()
      tenuto_sleep_until(tenuto_now() + 200_000)
    }
    unsafe Self.free(old)
  }

  /// Wakes a render thread that sleeps on the word of the predecessor that it uses.
  ///
  /// Thread: control, not at the same time as `replace`.
  func wakeUser() {
    guard let predecessor = unsafe words[Self.used].load(ordering: .acquiring) else { return }
    _ = unsafe tenuto_futex_wake(predecessor.pointee.doneWord, CInt.max)
  }

  /// The predecessor of this cycle; it stays alive until the next call.
  ///
  /// Thread: render.
  @inline(__always) @_noLocks
  func take() -> UnsafeMutablePointer<Predecessor>? {
    let wanted = unsafe words[Self.offered].load(ordering: .acquiring)
    if unsafe wanted == words[Self.used].load(ordering: .relaxed) { return unsafe wanted }
    return unsafe takeAnother()
  }

  @inline(never) @_noLocks
  private func takeAnother() -> UnsafeMutablePointer<Predecessor>? {
    while true {
      let wanted = unsafe words[Self.offered].load(ordering: .acquiring)
      // Either control sees that it is in use, or this thread sees that it is no longer offered.
      unsafe words[Self.used].store(wanted, ordering: .sequentiallyConsistent)
      if unsafe wanted == words[Self.offered].load(ordering: .sequentiallyConsistent) {
        return unsafe wanted
      }
    }
  }

  private static func allocate(
    _ new: consuming Predecessor?
  ) -> UnsafeMutablePointer<Predecessor>? {
    guard let new else { return nil }
    let predecessor = unsafe HotMemory.allocate(Predecessor.self, count: 1)
    unsafe predecessor.initialize(to: new)
    return unsafe predecessor
  }

  private static func free(_ predecessor: UnsafeMutablePointer<Predecessor>?) {
    guard let predecessor = unsafe predecessor else { return }
    unsafe predecessor.deinitialize(count: 1)
    unsafe HotMemory.deallocate(predecessor, count: 1)
  }
}
