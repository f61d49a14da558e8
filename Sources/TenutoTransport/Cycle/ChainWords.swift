internal import CTenuto
internal import Synchronization

/// What the host keeps of an instance's place in a chain: whom it may follow, and where it sleeps.
///
/// Control says whom it may follow, the render thread decides from cycle to cycle. Valid as long as
/// the `InstanceMemory` that made it.
@safe struct ChainWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  /// What control and the render thread share.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// What is the render thread's alone, but for `doneWord`.
  private let place: UnsafeMutablePointer<Place>
  /// A number that no other instance's memory has; never 0.
  let serial: UInt64

  private static var predecessor: Int { @_noLocks get { 0 } }
  private static var following: Int { @_noLocks get { 1 } }
  private static var wordCount: Int { 2 }
  private static let newest = Atomic<UInt64>(0)

  /// Where the extension sleeps, as far as its words say.
  @safe private struct Place: BitwiseCopyable {
    /// The word of the one before; changed by control only while nobody follows.
    var doneWord: UnsafePointer<UInt32>?
    /// What it has been told last, from which cycle on, and whether it has done one since.
    var follows = false
    var since: UInt32 = 0
    var isSettled = true
    var handsOn = false
  }

  static func allocate() -> ChainWords {
    let words = unsafe HotMemory.allocate(Atomic<UInt64>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    let place = unsafe HotMemory.allocate(Place.self, count: 1)
    unsafe place.initialize(to: Place())
    let serial = newest.wrappingAdd(1, ordering: .relaxed).newValue
    return unsafe ChainWords(words: words, place: place, serial: serial)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
    unsafe HotMemory.deallocate(place, count: 1)
  }

  /// The serial number of whom it may follow, 0 for nobody.
  var predecessor: UInt64 {
    @_noLocks get { unsafe words[Self.predecessor].load(ordering: .acquiring) }
  }

  /// Says that it may follow nobody from the next cycle on.
  ///
  /// Thread: control.
  func forbid() { unsafe words[Self.predecessor].store(0, ordering: .releasing) }

  /// Says whom it may follow.
  ///
  /// Thread: control, while it follows nobody.
  func allow(_ serial: UInt64, doneWord: UnsafePointer<UInt32>) {
    unsafe place.pointee.doneWord = doneWord
    unsafe words[Self.predecessor].store(serial, ordering: .releasing)
  }

  /// Whether the extension may be asleep on the word of another one.
  ///
  /// Thread: any.
  var isFollowing: Bool { unsafe words[Self.following].load(ordering: .acquiring) != 0 }

  /// Notes what it is told before `cycle`; whether that is news.
  ///
  /// Thread: render.
  @_noLocks
  func tell(follows: Bool, cycle: UInt32) -> Bool {
    guard unsafe place.pointee.follows != follows else { return false }
    unsafe place.pointee.follows = follows
    unsafe place.pointee.since = cycle
    unsafe place.pointee.isSettled = false
    if follows { unsafe words[Self.following].store(1, ordering: .releasing) }
    return true
  }

  /// Whether it sleeps on the word of another one when `done` is the newest cycle that it has done.
  ///
  /// Thread: render.
  @_noLocks
  func follows(done: UInt32) -> Bool {
    let wanted = unsafe place.pointee.follows
    if unsafe place.pointee.isSettled { return wanted }
    guard unsafe Int32(bitPattern: done &- place.pointee.since) >= 0 else { return !wanted }
    unsafe place.pointee.isSettled = true
    if !wanted { unsafe words[Self.following].store(0, ordering: .releasing) }
    return wanted
  }

  /// Whether it may sleep on the word of another one.
  ///
  /// Thread: render.
  var mayFollow: Bool {
    @_noLocks get { unsafe place.pointee.follows || !place.pointee.isSettled }
  }

  /// Notes whether it is to wake who sleeps on it; whether that is news.
  ///
  /// Thread: render.
  @_noLocks
  func tell(handsOn: Bool) -> Bool {
    guard unsafe place.pointee.handsOn != handsOn else { return false }
    unsafe place.pointee.handsOn = handsOn
    return true
  }

  /// Wakes who sleeps on the word of the one before.
  ///
  /// Thread: render. One system call.
  @_noLocks
  func wakeSleepers() {
    if let word = unsafe place.pointee.doneWord { _ = unsafe tenuto_futex_wake(word, CInt.max) }
  }
}
