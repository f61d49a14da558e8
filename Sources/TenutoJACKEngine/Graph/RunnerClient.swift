internal import CTenuto
internal import TenutoJACK
internal import TenutoTransport

/// A client that either its own process thread or the runner runs, never both at once.
///
/// Only the current owner gives it away. Its own thread does so once the runner wants it and JACK's
/// activation word has proved reliable. The runner returns it between two cycles, once it no longer
/// wants it.
///
/// Valid until `deallocate`.
@safe struct RunnerClient: BitwiseCopyable, @unchecked Sendable {  // words with one writer each
  private let words: UnsafeMutablePointer<UInt32>
  let activation: JACKActivation
  let handle: JACKRenderHandle
  let state: UnsafeMutablePointer<GraphClientState>
  private let runner: RunnerWords

  private enum Word {
    /// 1 while the runner has the client; written by the current owner.
    static var owner: Int { @_noLocks get { 0 } }
    /// 1 while the runner is to have the client; written by control.
    static var wanted: Int { @_noLocks get { 1 } }
  }
  private static var wordCount: Int { 2 }

  /// Makes the words of an open client; `state` must outlive it.
  ///
  /// Thread: control.
  static func allocate(
    _ activation: JACKActivation, _ handle: JACKRenderHandle,
    _ state: UnsafeMutablePointer<GraphClientState>, _ runner: RunnerWords
  ) -> RunnerClient {
    let words = unsafe HotMemory.allocate(UInt32.self, count: wordCount)
    unsafe words.initialize(repeating: 0, count: wordCount)
    return unsafe RunnerClient(
      words: words, activation: activation, handle: handle, state: state, runner: runner)
  }

  /// Thread: control, after the last use by any thread.
  func deallocate() {
    activation.unmap()
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
  }

  /// Whether the runner has the client.
  var isRunners: Bool {
    @_noLocks get { unsafe tenuto_load_acquire(words + Word.owner) != 0 }
  }

  /// Whether the runner is to have the client.
  ///
  /// Control writes it.
  var isWanted: Bool {
    @_noLocks get { unsafe tenuto_load_acquire(words + Word.wanted) != 0 }
    nonmutating set { unsafe tenuto_store(words + Word.wanted, newValue ? 1 : 0) }
  }

  /// Whether its inputs are ready.
  ///
  /// Thread: runner.
  var isActivated: Bool { @_noLocks get { unsafe tenuto_load_acquire(activation.word) != 0 } }

  /// Whether it is the same client.
  @_noLocks func isSame(as other: RunnerClient) -> Bool { unsafe words == other.words }

  /// Returns it to its own thread.
  ///
  /// Thread: runner, between two cycles of the client.
  @_noLocks
  func giveBack() {
    unsafe tenuto_store(words + Word.owner, 0)
    _ = unsafe tenuto_futex_wake(words + Word.owner, CInt.max)
  }
}

// MARK: - The client's own thread

extension RunnerClient {
  /// The most cycles in which the activation word is tested.
  private static var trialCount: Int { @_noLocks get { 3 } }
  /// Nanoseconds to wait for the activation word in one of these cycles.
  private static var trialTime: UInt64 { @_noLocks get { 400_000_000 } }

  /// Runs the client's cycles until it is cancelled; pauses while the runner has it.
  ///
  /// Thread: render, the client's own.
  @_noLocks
  func runAlone() -> Never {
    var trials = 0
    while true {
      if isRunners {
        _ = unsafe tenuto_futex_wait(words + Word.owner, 1, 0)
      } else if trials < Self.trialCount && isWanted && runner.isRunning {
        if proveActivation() { giveAway() } else { trials += 1 }
      } else {
        processor.runCycle()
      }
    }
  }

  /// Runs the client's cycles until it is cancelled, and those of all clients while the runner
  /// wants it.
  ///
  /// Thread: render, the main client's own.
  @_noLocks
  func run(_ cycles: UnsafeMutablePointer<CycleRunner>) -> Never {
    var trials = 0
    while true {
      if !isWanted || trials == Self.trialCount {
        processor.runCycle()
      } else if proveActivation() {
        unsafe tenuto_store(words + Word.owner, 1)
        unsafe cycles.pointee.run(for: self)
        unsafe tenuto_store(words + Word.owner, 0)
      } else {
        trials += 1
      }
    }
  }

  private var processor: GraphProcessor {
    @_noLocks get { unsafe GraphProcessor(state, handle: handle) }
  }

  /// Runs one cycle; returns whether the activation word announced it: it was 1 before JACK let the
  /// cycle begin, and 0 then.
  @_noLocks
  private func proveActivation() -> Bool {
    let end = MonotonicTime.now.nanoseconds &+ Self.trialTime
    while !isActivated && MonotonicTime.now.nanoseconds < end {
      _ = unsafe tenuto_futex_wait(activation.word, 0, end)
    }
    let wasActivated = isActivated
    let frameCount = handle.waitForCycle()
    let isTaken = !isActivated
    processor.run(frameCount: frameCount)
    return wasActivated && isTaken
  }

  @_noLocks
  private func giveAway() {
    unsafe tenuto_store(words + Word.owner, 1)
    runner.wake()
  }
}
