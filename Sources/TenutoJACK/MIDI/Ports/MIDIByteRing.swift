internal import CJACK

/// Events from the render thread to a receiver, each with its time and its bytes.
///
/// One thread writes, one reads. A record is a header of 16 bytes and the bytes, padded to a
/// multiple of 16, so that the ring's end never splits a header.
@safe struct MIDIByteRing: Sendable, BitwiseCopyable {
  struct Header: BitwiseCopyable {
    let hostTime: UInt64
    let byteCount: UInt32
    /// Whether events before this one were lost.
    let followsGap: UInt32

    @_noLocks init(hostTime: UInt64, byteCount: UInt32, followsGap: UInt32) {
      self.hostTime = hostTime
      self.byteCount = byteCount
      self.followsGap = followsGap
    }
  }

  nonisolated(unsafe) private let base: UnsafeMutableRawPointer  // split by `places`
  private let capacity: Int
  /// Bytes written so far, bytes read so far.
  private let places = SharedWords(count: 2)

  /// Allocates a ring; free it with `deallocate()`.
  init(byteCapacity: Int) {
    capacity = powerOf2(atLeast: byteCapacity, in: 1 << 10...1 << 28)
    unsafe base = .allocate(byteCount: capacity, alignment: 64)
    // Touched here, so that the render thread causes no page fault.
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  func deallocate() {
    unsafe base.deallocate()
    places.deallocate()
  }

  /// Writes an event; returns false if there is no room.
  ///
  /// Thread: render.
  @_noLocks
  func write(_ header: Header, _ bytes: UnsafePointer<UInt8>) -> Bool {
    let count = Int(header.byteCount)
    let padded = (count &+ 15) & ~15
    let written = places.load(0)
    let used = Int(truncatingIfNeeded: written &- places.load(1))
    guard capacity &- used >= padded &+ 16 else { return false }
    let place = Int(truncatingIfNeeded: written) & (capacity &- 1)
    unsafe base.storeBytes(of: header, toByteOffset: place, as: Header.self)
    let start = (place &+ 16) & (capacity &- 1)
    let first = min(count, capacity &- start)
    unsafe cjack_copy(base + start, bytes, first)
    if first < count { unsafe cjack_copy(base, bytes + first, count &- first) }
    places.store(0, written &+ UInt64(padded &+ 16))
    return true
  }

  /// Takes the oldest event, whose bytes replace those in `bytes`; returns nil if none exists.
  ///
  /// Thread: receiver.
  func read(into bytes: inout [UInt8]) -> Header? {
    let read = places.load(1)
    guard places.load(0) != read else { return nil }
    let place = Int(truncatingIfNeeded: read) & (capacity - 1)
    let header = unsafe base.load(fromByteOffset: place, as: Header.self)
    let count = Int(header.byteCount)
    let start = (place + 16) & (capacity - 1)
    let first = min(count, capacity - start)
    bytes.removeAll(keepingCapacity: true)
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + start, count: first))
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count - first))
    places.store(1, read &+ UInt64((count + 15) & ~15 + 16))
    return header
  }
}

/// The next power of 2 at or above `count`, within `range`, whose ends are powers of 2.
func powerOf2(atLeast count: Int, in range: ClosedRange<Int>) -> Int {
  var power = range.lowerBound
  while power < count, power < range.upperBound { power *= 2 }
  return power
}
