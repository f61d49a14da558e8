internal import Synchronization

/// A seat, and which of those that have sat there is meant.
struct Seating: BitwiseCopyable, Sendable, Hashable {
  let number: Int
  let generation: UInt32

  @_noLocks
  init(number: Int, generation: UInt32) {
    self.number = number
    self.generation = generation
  }
}

/// Who sits on each seat, written by control and read by render: what was meant for one that has
/// left does not reach the next one.
///
/// Valid as long as the seats.
@safe struct SeatWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  static func allocate(count: Int) -> SeatWords {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SeatWords(words: words, count: count)
  }

  func deallocate() {
    unsafe words.deinitialize(count: count)
    unsafe words.deallocate()
  }

  /// The one that sits on a seat now, or will.
  ///
  /// Thread: control.
  func seating(_ number: Int) -> Seating {
    precondition(number >= 0 && number < count)
    return Seating(
      number: number, generation: unsafe words[number].load(ordering: .relaxed))
  }

  /// Frees a seat for somebody else.
  ///
  /// Thread: control.
  func leave(_ number: Int) {
    precondition(number >= 0 && number < count)
    unsafe words[number].wrappingAdd(1, ordering: .releasing)
  }

  /// Whether the one that is meant still has its seat.
  ///
  /// Thread: render.
  @_noLocks
  func isCurrent(_ seat: Seating) -> Bool {
    guard seat.number >= 0, seat.number < count else { return false }
    return unsafe words[seat.number].load(ordering: .acquiring) == seat.generation
  }
}
