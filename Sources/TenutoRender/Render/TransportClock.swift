internal import Synchronization

/// The position of the music at a frame of an engine, playing or stopped.
public struct TransportPosition: Sendable, Equatable, BitwiseCopyable {
  /// Frames since the start of the music.
  public var frame: Int64
  /// Whether it plays.
  public var isPlaying: Bool

  /// Creates a position.
  @_noLocks
  public init(frame: Int64, isPlaying: Bool) {
    self.frame = frame
    self.isPlaying = isPlaying
  }

  /// The position after a move; `end` is the end of the music if it has been reached, or else nil.
  package func moved(by move: TransportMove, endingAt end: Int64?) -> TransportPosition {
    switch move {
    case .play: TransportPosition(frame: frame == end ? 0 : frame, isPlaying: true)
    case .stop: TransportPosition(frame: frame, isPlaying: false)
    case .locate(let target):
      TransportPosition(frame: max(0, target), isPlaying: isPlaying || end != nil)
    }
  }

  /// The position after a number of engine frames.
  @_noLocks
  func advanced(by frames: Int64) -> TransportPosition {
    TransportPosition(frame: isPlaying ? frame &+ frames : frame, isPlaying: isPlaying)
  }
}

/// A command for a transport.
public enum TransportMove: Sendable, Equatable {
  /// Play on, or from the start if the music has ended.
  case play
  /// Stop at the current position.
  case stop
  /// Move to this frame of the music, stopped only if it was stopped before its end.
  case locate(frame: Int64)
}

/// The transport of an engine: maps each frame of the engine to a frame of the music.
///
/// Control threads move it, one at a time. Any number of render threads read it without a lock, and
/// see the same position at the same frame. Valid as long as the engine.
@safe package struct TransportClock: BitwiseCopyable, @unchecked Sendable {  // atomics
  private let words: UnsafeMutablePointer<Atomic<Int64>>

  /// The number of stored moves: a render thread that is delayed while reading one finds it intact
  /// until this many more have been made.
  private static var moveCount: Int { @_noLocks get { 8 } }
  private static var wordsPerMove: Int { @_noLocks get { 5 } }
  private static var wordCount: Int { 1 + moveCount * wordsPerMove }

  /// A move: from a frame of the engine on, the transport continues from another position.
  private struct Move: BitwiseCopyable {
    /// The engine's frame from which `after` applies.
    var frame: Int64
    var after: TransportPosition
    /// The earlier position, extrapolated to `frame`.
    var before: TransportPosition

    @_noLocks
    func position(at frame: Int64) -> TransportPosition {
      let elapsed = frame &- self.frame
      return elapsed >= 0 ? after.advanced(by: elapsed) : before.advanced(by: elapsed)
    }
  }

  /// Allocates a clock that is at `position` at the engine's frame 0.
  package static func allocate(
    at position: TransportPosition = TransportPosition(frame: 0, isPlaying: true)
  ) -> TransportClock {
    let words = UnsafeMutablePointer<Atomic<Int64>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    let clock = unsafe TransportClock(words: words)
    clock.write(Move(frame: 0, after: position, before: position))
    return clock
  }

  package func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  /// The position in the music at a frame of the engine.
  ///
  /// Thread: any.
  @_noLocks
  package func position(at frame: Int64) -> TransportPosition { newest.position(at: frame) }

  /// Continues from `position` at `frame`, which must be in the future of every render thread.
  ///
  /// Thread: control, one at a time.
  package func move(to position: TransportPosition, at frame: Int64) {
    write(Move(frame: frame, after: position, before: self.position(at: frame)))
  }
}

extension TransportClock {
  /// Carries out a move at `frame`, which must be in the future of every render thread;
  /// `musicPosition` maps a position to the music, with its loop and its end.
  ///
  /// Thread: control, one at a time.
  package func carryOut(
    _ move: TransportMove, at frame: Int64,
    _ musicPosition: (TransportPosition) -> TransportPosition
  ) {
    let asked = position(at: frame)
    let target = musicPosition(asked)
    let end = asked.isPlaying && !target.isPlaying ? target.frame : nil
    self.move(to: target.moved(by: move, endingAt: end), at: frame)
  }

  private func write(_ move: Move) {
    let number = unsafe words[0].load(ordering: .relaxed) &+ 1
    let first = Self.firstWord(of: number)
    let values = [
      move.frame, move.after.frame, move.before.frame, move.after.isPlaying ? 1 : 0,
      move.before.isPlaying ? 1 : 0,
    ]
    for (index, value) in values.enumerated() {
      unsafe words[first + index].store(value, ordering: .relaxed)
    }
    unsafe words[0].store(number, ordering: .releasing)
  }

  private var newest: Move {
    @_noLocks get {
      let first = Self.firstWord(of: unsafe words[0].load(ordering: .acquiring))
      @_noLocks func word(_ index: Int) -> Int64 {
        unsafe words[first &+ index].load(ordering: .relaxed)
      }
      return Move(
        frame: word(0), after: TransportPosition(frame: word(1), isPlaying: word(3) != 0),
        before: TransportPosition(frame: word(2), isPlaying: word(4) != 0))
    }
  }

  @_noLocks
  private static func firstWord(of number: Int64) -> Int {
    1 &+ Int(truncatingIfNeeded: number % Int64(moveCount)) &* wordsPerMove
  }
}
