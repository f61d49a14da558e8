import Synchronization

/// A run of cycles in which something was not heard.
struct Gap: BitwiseCopyable, Sendable {
  /// Whose: the number of a chain.
  var chain = 0
  /// When it began, in ns of the monotonic clock.
  var began: UInt64 = 0
  /// How many cycles it lasted.
  var cycles = 0
}

/// Gaps on their way from a render thread to another.
@safe struct GapRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  private let gaps: UnsafeMutablePointer<Gap>
  private let words = Words(2)
  private static var capacity: Int { @_noLocks get { 65536 } }

  init() {
    unsafe gaps = .allocate(capacity: Self.capacity)
    unsafe gaps.initialize(repeating: Gap(), count: Self.capacity)
  }

  /// Puts a gap in; what finds no room is lost.
  ///
  /// Thread: render.
  @_noLocks
  func write(_ gap: Gap) {
    let end = words[0]
    guard end &- words[1] < Self.capacity else { return }
    unsafe gaps[end % Self.capacity] = gap
    words[0] = end &+ 1
  }

  /// Takes the oldest gap out.
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
