internal import Synchronization

/// What control tells the render threads of the music's time, without a lock.
///
/// Valid as long as the engine.
@safe struct TransportWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  private enum Word {
    static var tempo: Int { @_noLocks get { 0 } }
    static var numerator: Int { @_noLocks get { 1 } }
    static var denominator: Int { @_noLocks get { 2 } }
    static var follows: Int { @_noLocks get { 3 } }
  }
  private static var count: Int { 4 }

  static func allocate(_ settings: JACKTransportSettings) -> TransportWords {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    let result = unsafe TransportWords(words: words)
    result.set(settings)
    return result
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// Takes what counts from the next cycle on; what makes no sense is brought to what does.
  ///
  /// Thread: control.
  func set(_ settings: JACKTransportSettings) {
    let tempo = settings.tempo.isFinite ? min(max(settings.tempo, 1), 1000) : 120
    store(tempo.bitPattern, in: Word.tempo)
    store(UInt64(min(max(settings.meterNumerator, 1), 64)), in: Word.numerator)
    store(UInt64(min(max(settings.meterDenominator, 1), 64)), in: Word.denominator)
    store(settings.follows ? 1 : 0, in: Word.follows)
  }

  private func store(_ value: UInt64, in word: Int) {
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
  /// Whether JACK's transport counts.
  var follows: Bool { @_noLocks get { load(Word.follows) != 0 } }
}
