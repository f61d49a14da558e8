import Synchronization

/// A run of cycles in which a chain was silent.
struct Gap: BitwiseCopyable, Sendable {
  /// The index of the chain.
  var chain = 0
  /// The start, in ns of the monotonic clock.
  var began: UInt64 = 0
  /// Its length in cycles.
  var cycles = 0
}

/// A ring of gaps from a render thread to another thread.
@safe struct GapRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  private let gaps: UnsafeMutablePointer<Gap>
  private let words = Words(2)
  private static var capacity: Int { @_noLocks get { 65536 } }

  init() {
    unsafe gaps = .allocate(capacity: Self.capacity)
    unsafe gaps.initialize(repeating: Gap(), count: Self.capacity)
  }

  /// Adds a gap, or drops it if the ring is full.
  ///
  /// Thread: render.
  @_noLocks
  func write(_ gap: Gap) {
    let end = words[0]
    guard end &- words[1] < Self.capacity else { return }
    unsafe gaps[end % Self.capacity] = gap
    words[0] = end &+ 1
  }

  /// Removes and returns the oldest gap.
  ///
  /// Thread: control, one at a time.
  func take() -> Gap? {
    let start = words[1]
    guard start != words[0] else { return nil }
    let gap = unsafe gaps[start % Self.capacity]
    words[1] = start &+ 1
    return gap
  }
}
