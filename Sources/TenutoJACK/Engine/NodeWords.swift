internal import Synchronization
internal import TenutoHost

/// What control tells a node's render thread, and the reverse, without a lock.
///
/// Valid as long as the node.
@safe struct NodeWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>
  /// What the last cycles took.
  let cycles: CycleLedger

  private static var rendering: Int { @_noLocks get { 0 } }
  private static var lost: Int { @_noLocks get { 1 } }
  private static var share: Int { @_noLocks get { 2 } }
  private static var count: Int { 3 }

  static func allocate() -> NodeWords {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    let result = unsafe NodeWords(words: words, cycles: CycleLedger.allocate())
    result.deadlineShare = EngineFormat.usualDeadlineShare
    return result
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
    cycles.deallocate()
  }

  /// What renders, nil while there is nothing.
  ///
  /// Written by control, between cycles.
  var rendering: UnsafeMutablePointer<NodeRendering>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(bitPattern: words[Self.rendering].load(ordering: .acquiring))
    }
    nonmutating set {
      unsafe words[Self.rendering].store(UInt(bitPattern: newValue), ordering: .releasing)
    }
  }

  /// The share of the period that is the node's deadline.
  var deadlineShare: Double {
    @_noLocks get {
      Double(bitPattern: UInt64(unsafe words[Self.share].load(ordering: .relaxed)))
    }
    nonmutating set {
      unsafe words[Self.share].store(UInt(newValue.bitPattern), ordering: .relaxed)
    }
  }

  /// MIDI messages that did not fit into a port's buffer.
  var lostMessages: UInt64 { UInt64(unsafe words[Self.lost].load(ordering: .relaxed)) }

  /// Thread: render.
  @_noLocks func countLost(_ count: Int) {
    guard count > 0 else { return }
    let old = unsafe words[Self.lost].load(ordering: .relaxed)
    unsafe words[Self.lost].store(old &+ UInt(truncatingIfNeeded: count), ordering: .relaxed)
  }
}
