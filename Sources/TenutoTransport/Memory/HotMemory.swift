internal import Synchronization

/// Memory for the small data that every cycle touches, packed together for all nodes of the host.
///
/// A render thread that has slept finds cold caches and an empty TLB, so the number of pages and
/// cache lines counts. Freed pieces go to lists by size; the blocks themselves are never freed.
///
/// Thread: control.
package enum HotMemory {
  private static let blockBytes = 65536
  /// Larger allocations have separate pages in any case.
  private static let largestPiece = 16384
  private static let state = Mutex(State())

  /// Free memory as addresses: the rest of the newest block, and pieces by size.
  private struct State: Sendable {
    var start = 0
    var end = 0
    var pieces: [Int: [Int]] = [:]
  }

  /// Allocates `count` values, at the start of a cache line if they fill one or more.
  @unsafe
  package static func allocate<T: ~Copyable>(_: T.Type, count: Int) -> UnsafeMutablePointer<T> {
    let size = pieceSize(MemoryLayout<T>.stride * count)
    if size > largestPiece {
      return unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        .bindMemory(to: T.self, capacity: count)
    }
    let address = state.withLock { state in
      if let piece = state.pieces[size]?.popLast() { return piece }
      var start = state.start
      if size >= 64 { start = (start + 63) / 64 * 64 }
      if start + size > state.end {
        start = Int(
          bitPattern: UnsafeMutableRawPointer.allocate(byteCount: blockBytes, alignment: 4096))
        state.end = start + blockBytes
      }
      state.start = start + size
      return start
    }
    guard let piece = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
      fatalError("memory begins after address 0")  // never happens
    }
    return unsafe piece.bindMemory(to: T.self, capacity: count)
  }

  /// Frees memory of `allocate` for as many values, which must be deinitialized.
  @unsafe
  package static func deallocate<T: ~Copyable>(_ pointer: UnsafeMutablePointer<T>, count: Int) {
    let size = pieceSize(MemoryLayout<T>.stride * count)
    if size > largestPiece { return unsafe pointer.deallocate() }
    let address = Int(bitPattern: pointer)
    state.withLock { $0.pieces[size, default: []].append(address) }
  }

  /// Rounds up to whole cache lines, or to whole words.
  private static func pieceSize(_ bytes: Int) -> Int {
    bytes > 32 ? (bytes + 63) / 64 * 64 : max(8, (bytes + 7) / 8 * 8)
  }
}
