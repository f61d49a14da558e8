internal import Synchronization

/// Words that control and the render thread of a graph's client share without a lock.
///
/// Valid as long as the client's owner.
@safe struct ClientWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>
  /// The times of the last cycles.
  let cycles: CycleLedger

  private static var ports: Int { @_noLocks get { 0 } }
  private static var rendering: Int { @_noLocks get { 1 } }
  private static var count: Int { @_noLocks get { 2 } }
  private static var lost: Int { @_noLocks get { 3 } }
  private static var faded: Int { @_noLocks get { 4 } }
  private static var leaving: Int { @_noLocks get { 5 } }
  private static var rate: Int { @_noLocks get { 6 } }
  private static var fade: Int { @_noLocks get { 7 } }
  private static var fadedOut: Int { @_noLocks get { 8 } }
  private static var wordCount: Int { 9 }

  static func allocate() -> ClientWords {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe ClientWords(words: words, cycles: CycleLedger.allocate())
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
    cycles.deallocate()
  }

  /// The ports of the next cycle, or nil before the first client.
  ///
  /// Control writes it.
  var ports: UnsafeMutablePointer<PortSet>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(bitPattern: words[Self.ports].load(ordering: .acquiring))
    }
    nonmutating set {
      unsafe words[Self.ports].store(
        UInt(bitPattern: newValue), ordering: .sequentiallyConsistent)
    }
  }

  /// The prepared graph, or nil.
  ///
  /// Control writes it.
  var rendering: UnsafeMutablePointer<GraphRendering>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(bitPattern: words[Self.rendering].load(ordering: .acquiring))
    }
    nonmutating set {
      unsafe words[Self.rendering].store(
        UInt(bitPattern: newValue), ordering: .sequentiallyConsistent)
    }
  }

  /// The server's frames per second, in Hz; 0 before the first server.
  ///
  /// Control writes it.
  var sampleRate: Double {
    @_noLocks get {
      Double(bitPattern: UInt64(unsafe words[Self.rate].load(ordering: .relaxed)))
    }
    nonmutating set {
      unsafe words[Self.rate].store(UInt(newValue.bitPattern), ordering: .relaxed)
    }
  }

  /// Finished cycles: objects replaced before the last but one are no longer in use.
  var cycleCount: UInt { unsafe words[Self.count].load(ordering: .sequentiallyConsistent) }

  /// Thread: render, at the end of a cycle.
  @_noLocks func countCycle() {
    let old = unsafe words[Self.count].load(ordering: .relaxed)
    unsafe words[Self.count].store(old &+ 1, ordering: .sequentiallyConsistent)
  }

  /// MIDI messages without room.
  var lostMessages: UInt64 { UInt64(unsafe words[Self.lost].load(ordering: .relaxed)) }

  /// Thread: render.
  @_noLocks func countLost(_ count: Int) {
    guard count > 0 else { return }
    let old = unsafe words[Self.lost].load(ordering: .relaxed)
    unsafe words[Self.lost].store(old &+ UInt(truncatingIfNeeded: count), ordering: .relaxed)
  }

  /// Whether the client must fade out, because it leaves while other clients play on.
  ///
  /// Control writes it.
  var isLeaving: Bool {
    @_noLocks get { unsafe words[Self.leaving].load(ordering: .acquiring) != 0 }
    nonmutating set { unsafe words[Self.leaving].store(newValue ? 1 : 0, ordering: .releasing) }
  }

  /// Whether the client must be silent while its connections change.
  ///
  /// Control writes it.
  var isToFade: Bool {
    @_noLocks get { unsafe words[Self.fade].load(ordering: .acquiring) != 0 }
    nonmutating set { unsafe words[Self.fade].store(newValue ? 1 : 0, ordering: .releasing) }
  }

  /// Whether it has faded out for that change.
  var isFadedOut: Bool {
    @_noLocks get { unsafe words[Self.fadedOut].load(ordering: .acquiring) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Self.fadedOut].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }

  /// Whether it has faded out before leaving.
  var hasFaded: Bool {
    @_noLocks get { unsafe words[Self.faded].load(ordering: .acquiring) != 0 }
    @_noLocks nonmutating set {
      unsafe words[Self.faded].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }
}
