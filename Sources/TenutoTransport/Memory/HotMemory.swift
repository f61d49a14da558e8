internal import Synchronization

/// Memory for the little that every cycle touches, in the host of each node: side by side, not
/// strewn over the heap between what is rarely touched.
///
/// A render thread that has slept finds cold caches, and no address translated: what counts is how
/// many pages and cache lines it needs. Pieces go back to lists of their size; the memory itself is kept.
///
/// Thread: control.
package enum HotMemory {
  private static let blockBytes = 65536
  /// What is larger has pages of its own in any case.
  private static let largestPiece = 16384
  private static let state = Mutex(State())

  /// What is free, as addresses: the rest of the newest block, and pieces by their size.
  private struct State: Sendable {
    var start = 0
    var end = 0
    var pieces: [Int: [Int]] = [:]
  }

  /// Room for `count` values, at the start of a cache line where they need one or more.
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
      fatalError("memory begins behind address 0")
    }
    return unsafe piece.bindMemory(to: T.self, capacity: count)
  }

  /// Gives back what `allocate` gave for as many values; they must be deinitialized.
  @unsafe
  package static func deallocate<T: ~Copyable>(_ pointer: UnsafeMutablePointer<T>, count: Int) {
    let size = pieceSize(MemoryLayout<T>.stride * count)
    if size > largestPiece { return unsafe pointer.deallocate() }
    let address = Int(bitPattern: pointer)
    state.withLock { $0.pieces[size, default: []].append(address) }
  }

  /// Whole cache lines, or whole words.
  private static func pieceSize(_ bytes: Int) -> Int {
    bytes > 32 ? (bytes + 63) / 64 * 64 : max(8, (bytes + 7) / 8 * 8)
  }
}
