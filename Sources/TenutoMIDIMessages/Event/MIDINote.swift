import TenutoMIDI
/// A note by its number: 60 is C4, unless its style calls it otherwise.
public struct MIDINote: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number, 0 to 127.
  public var number: UInt7

  /// The octave convention of its name; notes with the same number are equal in all conventions.
  public var style: Style

  /// Creates a note.
  ///
  /// Thread: any.
  public init(_ number: UInt7 = 60, style: Style = .roland) {
    self.number = number
    self.style = style
  }

  /// Creates the note of a name such as "C4", "F#3" or "Bb-1"; nil for anything else.
  ///
  /// Thread: control.
  public init?(_ name: some StringProtocol) {
    guard let number = NoteName.number(of: String(name)) else { return nil }
    self.init(UInt7(truncatingIfNeeded: number))
  }

  /// Creates the note of a name in a style.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.malformedNoteName`, or `.outOfBounds` for a note that MIDI does not have.
  public init(_ name: String, style: Style) throws(NoteError) {
    let number = NoteName.number(of: name, in: .english, octaves: style.octaves)
    guard let number else {
      let isLetter = name.first.map { "ABCDEFGabcdefg".contains($0) } ?? false
      throw isLetter && name.last?.isNumber == true ? .outOfBounds : .malformedNoteName
    }
    self.init(UInt7(truncatingIfNeeded: number), style: style)
  }

  /// Returns the name: "C#4" for 61, or "Db4", or with the signs ♯ and ♭.
  ///
  /// Thread: control.
  public func stringValue(
    respellSharpAsFlat: Bool = false, unicodeAccidental: Bool = false
  ) -> String {
    let name = NoteName.name(
      of: number.uInt8Value, in: .english, spelling: respellSharpAsFlat ? .flats : .sharps,
      octaves: style.octaves)
    guard unicodeAccidental else { return name }
    return String(name.map { $0 == "#" ? "♯" : $0 == "b" ? "♭" : $0 })
  }

  /// The name.
  public var description: String { stringValue() }

  /// Returns all 128 notes in ascending order.
  ///
  /// Thread: control.
  public static func allNotes(style: Style = .roland) -> [MIDINote] {
    (UInt7.min...UInt7.max).map { MIDINote($0, style: style) }
  }

  /// Returns whether two notes have the same number.
  ///
  /// Thread: any.
  public static func == (left: MIDINote, right: MIDINote) -> Bool {
    left.number == right.number
  }

  /// Hashes the number.
  ///
  /// Thread: any.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }

  /// Returns whether a note is lower than another one.
  ///
  /// Thread: any.
  public static func < (left: MIDINote, right: MIDINote) -> Bool {
    left.number < right.number
  }
}

extension MIDINote {
  /// The octave of middle C, note 60.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// Middle C is C3.
    case yamaha
    /// Middle C is C4, as scientific pitch notation counts.
    case roland
    /// Middle C is C5, so the lowest octave is 0.
    case cakewalk

    /// The octave of the lowest note, 0.
    public var firstOctaveOffset: Int { octaves.rawValue - 5 }

    var octaves: OctaveConvention {
      switch self {
      case .yamaha: .middleC3
      case .roland: .middleC4
      case .cakewalk: .middleC5
      }
    }
  }

  /// The reason why a text is not a note.
  public enum NoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// MIDI has no note of this name.
    case outOfBounds
    /// The text is not the name of a note.
    case malformedNoteName

    /// The error, in a sentence.
    public var description: String {
      switch self {
      case .outOfBounds: "MIDI has no note of this name: its notes are 0 to 127."
      case .malformedNoteName: "The text is not the name of a note, such as C4, F#3 or Bb-1."
      }
    }
  }
}
