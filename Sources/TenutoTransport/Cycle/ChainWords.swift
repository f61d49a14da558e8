internal import CTenuto
internal import Synchronization

/// The host's state of an instance in a chain: its possible predecessor, and the word it sleeps on.
///
/// Control sets the possible predecessor; the render thread decides cycle by cycle whether the
/// instance follows it. Valid as long as the `InstanceMemory` that made it.
@safe struct ChainWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  /// Words that control and the render thread share.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// State of the render thread alone, except for `doneWord`.
  private let state: UnsafeMutablePointer<State>
  /// A number unique to this instance's memory; never 0.
  let serial: UInt64

  private static var predecessor: Int { @_noLocks get { 0 } }
  private static var following: Int { @_noLocks get { 1 } }
  private static var wordCount: Int { 2 }
  private static let newest = Atomic<UInt64>(0)

  /// The word on which the extension sleeps, according to its words.
  @safe private struct State: BitwiseCopyable {
    /// The predecessor's word; control changes it only while the instance does not follow.
    var doneWord: UnsafePointer<UInt32>?
    /// The channels that the predecessor hands on; changes as `doneWord`.
    var map = ChannelMap()
    /// The last order, the cycle from which it holds, and whether a cycle has been done since.
    var follows = false
    var since: UInt32 = 0
    var isSettled = true
    var handsOn = false
  }

  static func allocate() -> ChainWords {
    let words = unsafe HotMemory.allocate(Atomic<UInt64>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    let state = unsafe HotMemory.allocate(State.self, count: 1)
    unsafe state.initialize(to: State())
    let serial = newest.wrappingAdd(1, ordering: .relaxed).newValue
    return unsafe ChainWords(words: words, state: state, serial: serial)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
    unsafe HotMemory.deallocate(state, count: 1)
  }

  /// The serial number of the possible predecessor, or 0.
  var predecessor: UInt64 {
    @_noLocks get { unsafe words[Self.predecessor].load(ordering: .acquiring) }
  }

  /// Forbids following from the next cycle on.
  ///
  /// Thread: control.
  func forbid() { unsafe words[Self.predecessor].store(0, ordering: .releasing) }

  /// Allows following the instance with this serial number.
  ///
  /// Thread: control, while the instance does not follow.
  func allow(_ serial: UInt64, doneWord: UnsafePointer<UInt32>, map: ChannelMap) {
    unsafe state.pointee.doneWord = doneWord
    unsafe state.pointee.map = map
    unsafe words[Self.predecessor].store(serial, ordering: .releasing)
  }

  /// The channels that the possible predecessor hands on.
  ///
  /// Thread: render, after a look at `predecessor`.
  var map: ChannelMap { @_noLocks get { unsafe state.pointee.map } }

  /// Whether the extension may be asleep on another extension's word.
  ///
  /// Thread: any.
  var isFollowing: Bool { unsafe words[Self.following].load(ordering: .acquiring) != 0 }

  /// Notes an order that holds from `cycle` on, and returns whether it differs from the last one.
  ///
  /// Thread: render.
  @_noLocks
  func order(follows: Bool, cycle: UInt32) -> Bool {
    guard unsafe state.pointee.follows != follows else { return false }
    unsafe state.pointee.follows = follows
    unsafe state.pointee.since = cycle
    unsafe state.pointee.isSettled = false
    if follows { unsafe words[Self.following].store(1, ordering: .releasing) }
    return true
  }

  /// Whether the instance sleeps on another instance's word, if `done` is its newest finished
  /// cycle.
  ///
  /// Thread: render.
  @_noLocks
  func follows(done: UInt32) -> Bool {
    let wanted = unsafe state.pointee.follows
    if unsafe state.pointee.isSettled { return wanted }
    guard unsafe Int32(bitPattern: done &- state.pointee.since) >= 0 else { return !wanted }
    unsafe state.pointee.isSettled = true
    if !wanted { unsafe words[Self.following].store(0, ordering: .releasing) }
    return wanted
  }

  /// Whether the instance may sleep on another instance's word.
  ///
  /// Thread: render.
  var mayFollow: Bool {
    @_noLocks get { unsafe state.pointee.follows || !state.pointee.isSettled }
  }

  /// Notes whether the instance wakes its followers, and returns whether that has changed.
  ///
  /// Thread: render.
  @_noLocks
  func order(handsOn: Bool) -> Bool {
    guard unsafe state.pointee.handsOn != handsOn else { return false }
    unsafe state.pointee.handsOn = handsOn
    return true
  }

  /// Wakes every thread that sleeps on the predecessor's word.
  ///
  /// Thread: render. One system call.
  @_noLocks
  func wakeSleepers() {
    if let word = unsafe state.pointee.doneWord { _ = unsafe tenuto_futex_wake(word, CInt.max) }
  }
}
