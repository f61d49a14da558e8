internal import CTenuto
internal import Synchronization

/// Passes a `Predecessor` from control to the render thread, and frees the old one safely.
///
/// The two words are a hazard pointer: the render thread publishes the one it uses.
///
/// Valid until `deallocate`.
@safe package struct PredecessorHandoff: BitwiseCopyable, @unchecked Sendable {
  // Sendable: it only points to atomics.
  private typealias Place = Atomic<UnsafeMutablePointer<Predecessor>?>
  private let places: UnsafeMutablePointer<Place>

  /// The word that control writes, and the word that the render thread writes.
  private static var offered: Int { @_noLocks get { 0 } }
  private static var used: Int { @_noLocks get { 1 } }

  /// Creates an empty one.
  ///
  /// Thread: control.
  package static func allocate() -> PredecessorHandoff {
    let places = unsafe HotMemory.allocate(Place.self, count: 2)
    for index in 0..<2 { unsafe (places + index).initialize(to: Atomic(nil)) }
    return unsafe PredecessorHandoff(places: places)
  }

  /// Frees its memory and its predecessor, once the render thread has ended.
  ///
  /// Thread: control.
  package func deallocate() {
    clear()
    unsafe places.deinitialize(count: 2)
    unsafe HotMemory.deallocate(places, count: 2)
  }

  /// Frees the predecessor, once the render thread has ended.
  ///
  /// Thread: control.
  package func clear() {
    unsafe Self.free(places[Self.offered].exchange(nil, ordering: .relaxed))
    unsafe places[Self.used].store(nil, ordering: .relaxed)
  }

  /// Replaces the predecessor, and frees the old one once the render thread has released it.
  ///
  /// Thread: control, one at a time.
  /// - Parameters:
  ///   - new: The new predecessor, or nil.
  ///   - waker: Wakes the render thread, so that it looks.
  package func replace(with new: consuming Predecessor?, waker: CycleWaker) {
    let place = unsafe Self.place(new)
    let old = unsafe places[Self.offered].exchange(place, ordering: .sequentiallyConsistent)
    guard unsafe old != nil else { return }
    while unsafe places[Self.used].load(ordering: .sequentiallyConsistent) == old {
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
    guard let place = unsafe places[Self.used].load(ordering: .acquiring) else { return }
    _ = unsafe tenuto_futex_wake(place.pointee.doneWord, CInt.max)
  }

  /// The predecessor of this cycle; it stays alive until the next call.
  ///
  /// Thread: render.
  @inline(__always) @_noLocks
  func take() -> UnsafeMutablePointer<Predecessor>? {
    let wanted = unsafe places[Self.offered].load(ordering: .acquiring)
    if unsafe wanted == places[Self.used].load(ordering: .relaxed) { return unsafe wanted }
    return unsafe takeAnother()
  }

  @inline(never) @_noLocks
  private func takeAnother() -> UnsafeMutablePointer<Predecessor>? {
    while true {
      let wanted = unsafe places[Self.offered].load(ordering: .acquiring)
      // Either control sees that it is in use, or this thread sees that it is no longer offered.
      unsafe places[Self.used].store(wanted, ordering: .sequentiallyConsistent)
      if unsafe wanted == places[Self.offered].load(ordering: .sequentiallyConsistent) {
        return unsafe wanted
      }
    }
  }

  private static func place(
    _ new: consuming Predecessor?
  ) -> UnsafeMutablePointer<Predecessor>? {
    guard let new else { return nil }
    let place = unsafe HotMemory.allocate(Predecessor.self, count: 1)
    unsafe place.initialize(to: new)
    return unsafe place
  }

  private static func free(_ place: UnsafeMutablePointer<Predecessor>?) {
    guard let place = unsafe place else { return }
    unsafe place.deinitialize(count: 1)
    unsafe HotMemory.deallocate(place, count: 1)
  }
}
