internal import Synchronization

/// What the engine's render threads and its control thread tell each other, without a lock.
///
/// Valid as long as the engine.
@safe struct EngineWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private enum Word {
    static var freewheel: Int { @_noLocks get { 0 } }
    static var mayPlay: Int { @_noLocks get { 1 } }
    static var songEnd: Int { @_noLocks get { 2 } }
    static var delivered: Int { @_noLocks get { 3 } }
    static var total: Int { @_noLocks get { 4 } }
    static var stop: Int { @_noLocks get { 5 } }
    static var faded: Int { @_noLocks get { 6 } }
    static var silenced: Int { @_noLocks get { 7 } }
    static var tapOpen: Int { @_noLocks get { 8 } }
    static var xruns: Int { @_noLocks get { 9 } }
    static var delayed: Int { @_noLocks get { 10 } }
  }
  private static var count: Int { 11 }

  static func allocate() -> EngineWords {
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe words[Word.songEnd].store(-1, ordering: .relaxed)
    unsafe words[Word.tapOpen].store(1, ordering: .relaxed)
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
}

// MARK: - The server

extension EngineWords {
  /// Whether cycles run as fast as the clients can.
  ///
  /// Written by notifications.
  var isFreewheeling: Bool {
    @_noLocks get { load(Word.freewheel) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.freewheel) }
  }

  /// Cycles that the server missed.
  var xruns: UInt64 { UInt64(load(Word.xruns)) }

  func countXrun() { unsafe _ = words[Word.xruns].wrappingAdd(1, ordering: .relaxed) }
}

// MARK: - The song

extension EngineWords {
  /// Whether the song may go on.
  ///
  /// Written by control.
  var mayPlay: Bool {
    @_noLocks get { load(Word.mayPlay) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.mayPlay) }
  }

  /// Frames from the song's start to the end of the cycle, -1 while it does not play.
  ///
  /// Written by the song's render thread, which runs before those of the nodes in each cycle.
  var songEnd: Int {
    @_noLocks get { load(Word.songEnd) }
    @_noLocks nonmutating set { store(newValue, in: Word.songEnd) }
  }

  /// The last `songEnd` whose cycle the instrument has rendered: what is not lost with the server.
  var delivered: Int {
    @_noLocks get { load(Word.delivered) }
    @_noLocks nonmutating set { store(newValue, in: Word.delivered) }
  }

  /// Frames of the song and its tail, `Int.max` where there is no song.
  ///
  /// Written by control.
  var totalFrames: Int {
    @_noLocks get { load(Word.total) }
    nonmutating set { store(newValue, in: Word.total) }
  }

  /// Cycles in which events had to wait for room in the port's buffer.
  var delayedCycles: Int { load(Word.delayed) }

  @_noLocks func countDelayedCycle() { store(load(Word.delayed) &+ 1, in: Word.delayed) }

  /// Whether the recording goes on.
  ///
  /// Written by control.
  var isTapOpen: Bool {
    @_noLocks get { load(Word.tapOpen) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.tapOpen) }
  }
}

// MARK: - The end

extension EngineWords {
  /// Whether the engine is to fall silent.
  ///
  /// Written by control.
  var isStopRequested: Bool {
    @_noLocks get { load(Word.stop) != 0 }
    nonmutating set { store(newValue ? 1 : 0, in: Word.stop) }
  }

  /// Whether the last node has faded out.
  var hasFaded: Bool {
    @_noLocks get { load(Word.faded) != 0 }
    @_noLocks nonmutating set { store(newValue ? 1 : 0, in: Word.faded) }
  }

  /// Whether the song has let go of all notes.
  var isSongSilenced: Bool {
    @_noLocks get { load(Word.silenced) != 0 }
    @_noLocks nonmutating set { store(newValue ? 1 : 0, in: Word.silenced) }
  }
}
