/// Names and frequencies of note numbers: 60 is C4, 69 is A4 at 440 Hz, equal temperament.
public enum NoteName {
  /// Returns the name of a note, with sharps, from "C-1" for 0 to "G9" for 127.
  ///
  /// Thread: control. Numbers above 127 continue the scale.
  public static func name(of note: UInt8) -> String {
    let letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return letters[Int(note % 12)] + String(Int(note / 12) - 1)
  }

  /// Returns the number of a note: a letter, any sharps (`#`) or flats (`b`), an octave.
  ///
  /// Thread: control.
  ///
  /// - Parameter name: For example "C4", "f#3" or "Bb-1".
  /// - Returns: 0 to 127, or nil for anything else.
  public static func number(of name: String) -> UInt8? {
    var rest = Substring(name)
    guard let letter = rest.popFirst(), let step = semitones(above: letter) else { return nil }
    let accidentals = rest.prefix { $0 == "#" || $0 == "b" }
    let shift = accidentals.reduce(0) { $0 + ($1 == "#" ? 1 : -1) }
    // At most two digits, so that there is no overflow below.
    let octave = rest.dropFirst(accidentals.count)
    guard octave.count <= 2, octave.first != "+", let octave = Int(octave) else { return nil }
    let note = (octave + 1) * 12 + step + shift
    return (0...127).contains(note) ? UInt8(note) : nil
  }

  private static func semitones(above letter: Character) -> Int? {
    switch letter {
    case "C", "c": 0
    case "D", "d": 2
    case "E", "e": 4
    case "F", "f": 5
    case "G", "g": 7
    case "A", "a": 9
    case "B", "b": 11
    default: nil
    }
  }
}
