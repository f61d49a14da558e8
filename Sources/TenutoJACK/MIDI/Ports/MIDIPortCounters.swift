/// What happened at one port since it was added; nothing is lost without being counted here.
public struct MIDIPortCounters: Sendable, Hashable {
  /// JACK's events that came in or went out.
  public var passed: UInt64 = 0
  /// Events that are lost: at an input, its receiver was too slow or JACK's own buffer too small
  /// for all that is connected; at an output, a System Exclusive message that was broken off.
  public var lost: UInt64 = 0
  /// Events that left after the time they were sent for.
  public var late: UInt64 = 0
  /// Events that waited for a later cycle because the port's buffer was full.
  public var delayed: UInt64 = 0
  /// Events that `send` did not take because too many wait.
  public var refused: UInt64 = 0
  /// Packets that the port's form cannot express, such as 8-bit SysEx in MIDI 1.0 bytes.
  public var untranslatable: UInt64 = 0

  /// Cycles that the server ran without this client, the port being there: somebody was too late.
  ///
  /// What others sent to an input in such a cycle is lost, and nobody knows whether that was much.
  public var missedCycles: UInt64 = 0

  /// Nothing happened.
  public init() {}
}
