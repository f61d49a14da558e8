/// The chords in a sequence of strokes, each returned once its window has passed.
///
/// The strokes' own times decide which strokes belong together; the clock only determines when no
/// more can come. Made by `AsyncSequence.chords(within:clock:)`.
public struct ChordSequence<Base: AsyncSequence & Sendable, Clock: _Concurrency.Clock>:
  AsyncSequence, Sendable
where Base.Element == KeyStroke, Base.Failure == Never, Clock.Duration == Duration {
  /// A chord.
  public typealias Element = Chord

  /// It never throws.
  public typealias Failure = Never

  let base: Base
  let window: Duration
  let clock: Clock

  /// Starts listening.
  public func makeAsyncIterator() -> AsyncStream<Chord>.AsyncIterator {
    let (chords, continuation) = AsyncStream.makeStream(of: Chord.self)
    let collector = ChordCollector(window: window, clock: clock, continuation: continuation)
    let task = Task { [base] in
      for await stroke in base { await collector.take(stroke) }
      await collector.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return chords.makeAsyncIterator()
  }
}

extension AsyncSequence where Self: Sendable, Element == KeyStroke, Failure == Never {
  /// Groups strokes that fall within a window into chords.
  ///
  /// Thread: any.
  ///
  /// - Parameters:
  ///   - window: The time after a first stroke in which further strokes belong to it.
  ///   - clock: The clock that measures the end of a window.
  /// - Returns: A sequence that listens while it is iterated.
  public func chords<Clock: _Concurrency.Clock>(
    within window: Duration = .milliseconds(30), clock: Clock = ContinuousClock()
  ) -> ChordSequence<Self, Clock> where Clock.Duration == Duration {
    ChordSequence(base: self, window: window, clock: clock)
  }
}

/// Holds the open chord, which the strokes and the clock share.
private actor ChordCollector<Clock: _Concurrency.Clock> where Clock.Duration == Duration {
  private let window: Duration
  private let clock: Clock
  private let continuation: AsyncStream<Chord>.Continuation
  private var grouper: ChordGrouper
  private var timer: Task<Void, Never>?

  /// Counts chords, so that a late timer ends only its own chord.
  private var opened = 0

  init(window: Duration, clock: Clock, continuation: AsyncStream<Chord>.Continuation) {
    self.window = window
    self.clock = clock
    self.continuation = continuation
    grouper = ChordGrouper(window: window)
  }

  func take(_ stroke: KeyStroke) {
    let wasOpen = grouper.isOpen
    let done = grouper.take(stroke)
    if let done { continuation.yield(done) }
    if done != nil || !wasOpen, grouper.isOpen { startTimer() }
  }

  func finish() {
    timer?.cancel()
    end(opened)
    continuation.finish()
  }

  private func startTimer() {
    timer?.cancel()
    opened += 1
    timer = Task { [window, clock, opened] in
      guard (try? await clock.sleep(for: window)) != nil else { return }
      end(opened)
    }
  }

  private func end(_ chord: Int) {
    guard chord == opened, let chord = grouper.flush() else { return }
    continuation.yield(chord)
  }
}
