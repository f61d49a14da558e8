/// The tempo in flex data.
///
/// The corresponding standard is M2-104-UM, "Set Tempo Message".
public struct FlexTempo: BitwiseCopyable, Sendable, Hashable {
  /// The length of a quarter note in units of 10 ns.
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
  /// Thread: any. Values that a packet cannot encode (0, below 1.4, NaN) become the nearest tempo.
  public init(beatsPerMinute: Double) {
    // Not `rounded()`: a program with only this module does not link its library.
    let units = 6_000_000_000 / beatsPerMinute + 0.5
    let isValid = beatsPerMinute > 0 && units < Double(UInt32.max)
    tenNanosecondsPerQuarterNote = isValid ? Swift.max(UInt32(units), 1) : UInt32.max
  }

  /// Quarter notes per minute, infinite if a quarter note has length 0.
  public var beatsPerMinute: Double {
    6_000_000_000 / Double(tenNanosecondsPerQuarterNote)
  }
}
