internal import Synchronization

/// What control threads want of a slot, for the render thread to take at a cycle boundary.
///
/// Valid as long as the renderer.
@safe struct SlotMail: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static var link: Int { @_noLocks get { 0 } }
  private static var bypass: Int { @_noLocks get { 1 } }
  private static var count: Int { 2 }

  static func allocate() -> SlotMail {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotMail(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// The link that waits to be taken, which stays where it is.
  ///
  /// Thread: render.
  @_noLocks
  func peek() -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: words[Self.link].load(ordering: .acquiring))
  }

  /// Takes `link` out; false where control has taken it back meanwhile.
  ///
  /// Thread: render.
  @_noLocks
  func take(_ link: UnsafeMutablePointer<InstanceLink>) -> Bool {
    let (exchanged, _) = unsafe words[Self.link].compareExchange(
      expected: UInt(bitPattern: link), desired: 0, ordering: .acquiringAndReleasing)
    return exchanged
  }

  /// Leaves a link, or none; the one that was not taken yet.
  ///
  /// Thread: control.
  func exchange(
    _ link: UnsafeMutablePointer<InstanceLink>?
  ) -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(
      bitPattern: words[Self.link].exchange(
        UInt(bitPattern: link), ordering: .acquiringAndReleasing))
  }

  /// Whether the node is to be bypassed.
  var isBypassed: Bool {
    @_noLocks get { unsafe words[Self.bypass].load(ordering: .acquiring) != 0 }
    nonmutating set {
      unsafe words[Self.bypass].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }
}
