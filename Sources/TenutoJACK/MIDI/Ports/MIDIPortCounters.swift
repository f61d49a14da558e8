/// Counts of events at one port since it was added; every lost event is counted.
public struct MIDIPortCounters: Sendable, Hashable {
  /// JACK's events that arrived or left.
  public var passed: UInt64 = 0
  /// Lost events: at an input, its receiver was too slow, or JACK's buffer too small for all
  /// connections; at an output, a System Exclusive message was aborted.
  public var lost: UInt64 = 0
  /// Events that left after their time.
  public var late: UInt64 = 0
  /// Events that waited for a later cycle because the port's buffer was full.
  public var delayed: UInt64 = 0
  /// Events that `send` refused because too many were waiting.
  public var refused: UInt64 = 0
  /// Packets that the port's form cannot express, such as 8-bit SysEx in MIDI 1.0 bytes.
  public var untranslatable: UInt64 = 0

  /// Server cycles without this client while the port existed, because a client was too late.
  ///
  /// Events from other programs to an input in a missed cycle are lost, in an unknown number.
  public var missedCycles: UInt64 = 0

  /// Creates counters of 0.
  public init() {}
}

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
