internal import Synchronization
internal import TenutoJACK
internal import TenutoRender

/// Words about the musical time that control and the render threads of an engine share without a
/// lock.
///
/// All clients count the same frames: JACK's, extended to 64 bits.
///
/// Valid as long as the engine.
@safe struct TransportWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// The engine's own transport, for an engine that does not follow JACK's.
  let clock: TransportClock

  private enum Word {
    static var tempo: Int { @_noLocks get { 0 } }
    static var numerator: Int { @_noLocks get { 1 } }
    static var denominator: Int { @_noLocks get { 2 } }
    static var follows: Int { @_noLocks get { 3 } }
    static var base: Int { @_noLocks get { 4 } }
    static var start: Int { @_noLocks get { 5 } }
    static var frame: Int { @_noLocks get { 6 } }
    static var jackFrame: Int { @_noLocks get { 7 } }
    static var isRolling: Int { @_noLocks get { 8 } }
    static var isReady: Int { @_noLocks get { 9 } }
  }
  private static var count: Int { 10 }

  static func allocate(_ settings: JACKTransportSettings) -> TransportWords {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    let clock = TransportClock.allocate(at: TransportPosition(frame: 0, isPlaying: false))
    let result = unsafe TransportWords(words: words, clock: clock)
    result.set(settings)
    result.hold()
    return result
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
    clock.deallocate()
  }

  /// Sets the settings for the next cycle, clamped to valid values.
  ///
  /// Thread: control.
  func set(_ settings: JACKTransportSettings) {
    let tempo = settings.tempo.isFinite ? min(max(settings.tempo, 1), 1000) : 120
    store(tempo.bitPattern, in: Word.tempo)
    store(UInt64(min(max(settings.meterNumerator, 1), 64)), in: Word.numerator)
    store(UInt64(min(max(settings.meterDenominator, 1), 64)), in: Word.denominator)
    store(settings.follows ? 1 : 0, in: Word.follows)
  }

  @_noLocks private func store(_ value: UInt64, in word: Int) {
    unsafe words[word].store(value, ordering: .releasing)
  }

  @_noLocks private func load(_ word: Int) -> UInt64 {
    unsafe words[word].load(ordering: .acquiring)
  }

  /// Quarter notes per minute.
  var tempo: Double { @_noLocks get { Double(bitPattern: load(Word.tempo)) } }
  /// Beats in a bar.
  var meterNumerator: Int { @_noLocks get { Int(truncatingIfNeeded: load(Word.numerator)) } }
  /// The note value of a beat, 4 for quarters.
  var meterDenominator: Int { @_noLocks get { Int(truncatingIfNeeded: load(Word.denominator)) } }
  /// Whether JACK's transport applies.
  var follows: Bool { @_noLocks get { load(Word.follows) != 0 } }
}

// MARK: - Frames

extension TransportWords {
  /// The engine's frame at a time of JACK; negative before rendering starts.
  ///
  /// Rendering starts once all clients are connected, so that all begin in the same cycle, at frame
  /// 0. The value is the same for all clients, as long as control follows the frames once in half a
  /// day.
  @_noLocks
  func frame(_ frameTime: UInt32) -> Int64 {
    let start = Int64(bitPattern: load(Word.start))
    return start == .max ? -1 : wide(frameTime) &- start
  }

  /// JACK's time extended to 64 bits.
  @_noLocks
  private func wide(_ frameTime: UInt32) -> Int64 {
    let base = Int64(bitPattern: load(Word.base))
    return base &+ Int64(Int32(bitPattern: frameTime &- UInt32(truncatingIfNeeded: base)))
  }

  /// Stops rendering until `start`.
  ///
  /// Thread: control.
  func hold() {
    store(0, in: Word.isReady)
    store(UInt64(bitPattern: .max), in: Word.start)
  }

  /// Starts counting a server's frames at the main client's first cycle.
  ///
  /// Thread: control, while no client is active.
  func beginCounting() {
    store(.max, in: Word.base)
    store(.max, in: Word.frame)
  }

  /// Starts rendering at the main client's next cycle but one, with the music at `position`.
  ///
  /// Thread: control.
  func start(at position: TransportPosition) {
    clock.move(to: position, at: 0)
    store(1, in: Word.isReady)
  }

  /// Notes the main client's position, and JACK's transport.
  ///
  /// Thread: render, the main client's.
  @_noLocks
  func note(_ moment: CycleMoment, frameCount: Int) {
    if load(Word.base) == .max { store(UInt64(moment.frameTime), in: Word.base) }
    let frame = wide(moment.frameTime)
    if load(Word.isReady) != 0, load(Word.start) == UInt64(bitPattern: .max) {
      // Clients rendered before this one have seen that rendering has not started.
      store(UInt64(bitPattern: frame &+ Int64(frameCount)), in: Word.start)
    }
    store(UInt64(bitPattern: frame), in: Word.frame)
    store(UInt64(moment.transport.frame), in: Word.jackFrame)
    store(moment.transport.isRolling ? 1 : 0, in: Word.isRolling)
  }

  /// The engine's frame at which the main client's last cycle began, or nil before its first one;
  /// follows JACK's frames.
  ///
  /// Thread: control.
  var frame: Int64? {
    let frame = load(Word.frame)
    guard frame != .max else { return nil }
    store(frame, in: Word.base)
    let start = Int64(bitPattern: load(Word.start))
    let own = Int64(bitPattern: frame) &- start
    return start == .max || own < 0 ? nil : own
  }

  /// JACK's transport in the main client's last cycle.
  var jack: TransportPosition {
    TransportPosition(
      frame: Int64(bitPattern: load(Word.jackFrame)), isPlaying: load(Word.isRolling) != 0)
  }

  /// The position in the music at a frame, before loop and end apply.
  @_noLocks
  func position(at frame: Int64, _ transport: JACKTransport) -> TransportPosition {
    follows
      ? TransportPosition(frame: Int64(transport.frame), isPlaying: transport.isRolling)
      : clock.position(at: frame)
  }
}
