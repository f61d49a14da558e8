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
  /// Events that other programs sent to an input in such a cycle are lost, in an unknown number.
  public var missedCycles: UInt64 = 0

  /// Creates counters of 0.
  public init() {}
}
