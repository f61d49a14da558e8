internal import Synchronization
internal import TenutoHost

/// What control tells a node's render thread, and the reverse, without a lock.
///
/// Valid as long as the node.
@safe struct NodeWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static var renderer: Int { @_noLocks get { 0 } }
  private static var rate: Int { @_noLocks get { 1 } }
  private static var lost: Int { @_noLocks get { 2 } }
  private static var count: Int { 3 }

  static func allocate() -> NodeWords {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe NodeWords(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// What renders, nil while there is nothing.
  ///
  /// Written by control, between cycles.
  var renderer: UnsafeMutablePointer<Renderer>? {
    @_noLocks get {
      unsafe UnsafeMutablePointer(bitPattern: words[Self.renderer].load(ordering: .acquiring))
    }
    nonmutating set {
      unsafe words[Self.renderer].store(UInt(bitPattern: newValue), ordering: .releasing)
    }
  }

  /// Frames per second, in Hz.
  ///
  /// Written by control, before the renderer.
  var sampleRate: Double {
    @_noLocks get {
      Double(bitPattern: UInt64(unsafe words[Self.rate].load(ordering: .relaxed)))
    }
    nonmutating set {
      unsafe words[Self.rate].store(UInt(newValue.bitPattern), ordering: .relaxed)
    }
  }

  /// MIDI messages that did not fit into the port's buffer.
  var lostMessages: UInt64 { UInt64(unsafe words[Self.lost].load(ordering: .relaxed)) }

  /// Thread: render.
  @_noLocks func countLost(_ count: Int) {
    guard count > 0 else { return }
    let old = unsafe words[Self.lost].load(ordering: .relaxed)
    unsafe words[Self.lost].store(old &+ UInt(truncatingIfNeeded: count), ordering: .relaxed)
  }
}
