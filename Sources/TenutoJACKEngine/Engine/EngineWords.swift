internal import Synchronization

/// Words that the engine's render threads and its control thread share without a lock.
///
/// Valid as long as the engine.
@safe struct EngineWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private enum Word {
    static var freewheel: Int { @_noLocks get { 0 } }
    static var stop: Int { @_noLocks get { 1 } }
    static var xruns: Int { @_noLocks get { 2 } }
  }
  private static var count: Int { 3 }

  static func allocate() -> EngineWords {
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe EngineWords(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  @_noLocks
  private func load(_ word: Int) -> Int { unsafe words[word].load(ordering: .acquiring) }

  @_noLocks
  private func store(_ value: Int, in word: Int) {
    unsafe words[word].store(value, ordering: .releasing)
  }

  /// Whether the server freewheels.
  ///
  /// Notifications write it.
  var isFreewheeling: Bool {
    @_noLocks get { load(Word.freewheel) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.freewheel) }
  }

  /// Cycles that the server missed.
  var xruns: UInt64 { UInt64(load(Word.xruns)) }

  func countXrun() { unsafe _ = words[Word.xruns].wrappingAdd(1, ordering: .relaxed) }

  /// Whether the engine must fade out.
  ///
  /// Control writes it.
  var isStopRequested: Bool {
    @_noLocks get { load(Word.stop) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.stop) }
  }
}
