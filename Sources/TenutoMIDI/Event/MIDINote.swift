/// A note by its number: 60 is C4.
public struct MIDINote: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number, 0 to 127.
  public var number: UInt7

  /// Creates a note.
  ///
  /// Thread: any.
  public init(_ number: UInt7 = 60) {
    self.number = number
  }

  /// Creates the note of a name such as "C4", "F#3" or "Bb-1"; nil for anything else.
  ///
  /// Thread: control.
  public init?(_ name: some StringProtocol) {
    guard let number = NoteName.number(of: String(name)) else { return nil }
    self.number = UInt7(truncatingIfNeeded: number)
  }

  /// Returns the name, with sharps: "C4" for 60.
  ///
  /// Thread: control.
  public func stringValue() -> String {
    NoteName.name(of: number.uInt8Value)
  }

  /// The name.
  public var description: String { stringValue() }

  /// Tells whether a note is lower than another one.
  ///
  /// Thread: any.
  public static func < (left: MIDINote, right: MIDINote) -> Bool {
    left.number < right.number
  }
}
