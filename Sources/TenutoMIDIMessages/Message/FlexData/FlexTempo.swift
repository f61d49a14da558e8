/// How fast the music is, as flex data says it.
///
/// The corresponding standard is M2-104-UM, "Set Tempo Message".
public struct FlexTempo: BitwiseCopyable, Sendable, Hashable {
  /// How long a quarter note takes, in units of 10 ns.
  public var tenNanosecondsPerQuarterNote: UInt32

  /// Creates a tempo from the length of a quarter note.
  ///
  /// Thread: any.
  @_noLocks
  public init(tenNanosecondsPerQuarterNote: UInt32) {
    self.tenNanosecondsPerQuarterNote = tenNanosecondsPerQuarterNote
  }

  /// Creates a tempo from quarter notes per minute.
  ///
  /// Thread: any. What a packet cannot say (0, below 1.4, not a number) becomes the nearest tempo
  /// that it can say.
  public init(beatsPerMinute: Double) {
    // Not `rounded()`, whose library a program that has only this module is not linked with.
    let units = 6_000_000_000 / beatsPerMinute + 0.5
    let isValid = beatsPerMinute > 0 && units < Double(UInt32.max)
    tenNanosecondsPerQuarterNote = isValid ? Swift.max(UInt32(units), 1) : UInt32.max
  }

  /// Quarter notes per minute, infinite if a quarter note takes no time.
  public var beatsPerMinute: Double {
    6_000_000_000 / Double(tenNanosecondsPerQuarterNote)
  }
}
