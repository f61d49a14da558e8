/// A port's counters, which the render thread updates.
@safe struct MIDICounterWords: Sendable, BitwiseCopyable {
  private let words = SharedWords(count: 7)

  func deallocate() { words.deallocate() }

  @_noLocks func addPassed() { words.add(0) }
  @_noLocks func addLost(_ count: UInt64 = 1) { words.add(1, count) }
  @_noLocks func addLate() { words.add(2) }
  @_noLocks func addDelayed() { words.add(3) }
  @_noLocks func addRefused(_ count: UInt64) { words.add(4, count) }
  @_noLocks func addUntranslatable() { words.add(5) }
  @_noLocks func addMissedCycles(_ count: UInt64) { words.add(6, count) }

  var counters: MIDIPortCounters {
    var counters = MIDIPortCounters()
    counters.passed = words.load(0)
    counters.lost = words.load(1)
    counters.late = words.load(2)
    counters.delayed = words.load(3)
    counters.refused = words.load(4)
    counters.untranslatable = words.load(5)
    counters.missedCycles = words.load(6)
    return counters
  }
}
