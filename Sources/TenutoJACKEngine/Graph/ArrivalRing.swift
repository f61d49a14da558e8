internal import CTenuto
internal import Synchronization
internal import TenutoMIDI
internal import TenutoRender
internal import TenutoTransport

/// Incoming MIDI from the render thread to a waiting thread: one writer, one reader, bounded.
///
/// Valid until `deallocate`.
@safe struct ArrivalRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  private struct Item: BitwiseCopyable {
    var node: Graph.NodeID
    var packet: UMP
  }

  private let items: UnsafeMutablePointer<Item>
  private let words: UnsafeMutablePointer<Atomic<UInt32>>

  /// The most waiting packets.
  private static var capacity: UInt32 { @_noLocks get { 1024 } }
  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }
  private static var lost: Int { @_noLocks get { 2 } }
  private static var sleeper: Int { @_noLocks get { 3 } }
  private static var ended: Int { @_noLocks get { 4 } }
  private static var wordCount: Int { 5 }

  static func allocate() -> ArrivalRing {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe ArrivalRing(items: .allocate(capacity: Int(capacity)), words: words)
  }

  func deallocate() {
    unsafe items.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  /// Writes a packet, or counts it as lost if the ring is full; wakes the reader once per sleep.
  ///
  /// Thread: render.
  @_noLocks
  func write(_ packet: UMP, from node: Graph.NodeID) {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    guard end &- (unsafe words[Self.read].load(ordering: .acquiring)) < Self.capacity else {
      unsafe words[Self.lost].wrappingAdd(1, ordering: .relaxed)
      return
    }
    unsafe (items + Int(end % Self.capacity)).initialize(to: Item(node: node, packet: packet))
    unsafe words[Self.written].store(end &+ 1, ordering: .sequentiallyConsistent)
    wake()
  }

  @_noLocks
  private func wake() {
    guard unsafe words[Self.sleeper].load(ordering: .sequentiallyConsistent) != 0 else { return }
    unsafe words[Self.sleeper].store(0, ordering: .relaxed)
    _ = unsafe tenuto_futex_wake(
      UnsafeRawPointer(words + Self.written).assumingMemoryBound(to: UInt32.self), 1)
  }

  /// Takes all packets, after waiting for the first one; returns nil once the ring has ended.
  ///
  /// Thread: control, one at a time.
  func take(milliseconds: UInt64) -> MIDIArrivals? {
    let deadline = MonotonicTime.after(milliseconds: milliseconds)
    while true {
      if unsafe words[Self.ended].load(ordering: .acquiring) != 0 { return nil }
      let arrivals = takeAll()
      if !arrivals.isEmpty || MonotonicTime.now >= deadline { return arrivals }
      sleep(until: deadline)
    }
  }

  private func takeAll() -> MIDIArrivals {
    var arrivals = MIDIArrivals()
    let end = unsafe words[Self.written].load(ordering: .acquiring)
    var next = unsafe words[Self.read].load(ordering: .relaxed)
    while next != end {
      let item = unsafe items[Int(next % Self.capacity)]
      arrivals.packets.append(.init(node: item.node, packet: item.packet))
      next &+= 1
    }
    unsafe words[Self.read].store(next, ordering: .releasing)
    arrivals.lostCount = Int(unsafe words[Self.lost].exchange(0, ordering: .relaxed))
    return arrivals
  }

  private func sleep(until deadline: MonotonicTime) {
    let seen = unsafe words[Self.read].load(ordering: .relaxed)
    unsafe words[Self.sleeper].store(1, ordering: .sequentiallyConsistent)
    // Packets written before the line above caused no wake-up, and are read here.
    _ = unsafe tenuto_futex_wait(
      UnsafeRawPointer(words + Self.written).assumingMemoryBound(to: UInt32.self), seen,
      deadline.nanoseconds)
    unsafe words[Self.sleeper].store(0, ordering: .relaxed)
  }

  /// Ends the ring.
  ///
  /// Thread: control.
  func end() {
    unsafe words[Self.ended].store(1, ordering: .releasing)
    _ = unsafe tenuto_futex_wake(
      UnsafeRawPointer(words + Self.written).assumingMemoryBound(to: UInt32.self), 1)
  }
}
