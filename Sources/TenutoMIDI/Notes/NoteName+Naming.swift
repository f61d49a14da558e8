extension NoteName {
  /// Returns the name of a note in a language: "C#4", "Cis4", "Do diesis 4", "ド♯4", "嬰ハ4".
  ///
  /// Thread: control. Numbers above 127 continue the scale.
  public static func name(
    of note: UInt8, in naming: NoteNaming, spelling: NoteSpelling = .sharps,
    octaves: OctaveConvention = .middleC4
  ) -> String {
    let octave = Int(note / 12) - 5 + octaves.rawValue
    let name = keyName(of: note, in: naming, spelling: spelling)
    return name + (name.contains(" ") ? " " : "") + String(octave)
  }

  /// Returns the name of a note without its octave.
  ///
  /// Thread: control.
  public static func keyName(
    of note: UInt8, in naming: NoteNaming, spelling: NoteSpelling = .sharps
  ) -> String {
    let semitone = Int(note % 12)
    if let step = stepSemitones.firstIndex(of: semitone) { return naming.steps[step] }
    let accidental = spelling == .sharps ? 1 : -1
    let step = stepSemitones.firstIndex(of: semitone - accidental) ?? 0
    return naming.names(step: step, accidental: accidental)[0]
  }

  /// Returns the number of a note: a name with up to two accidentals, and an octave.
  ///
  /// Capital letters count as small letters, the signs # b ♯ ♭ are understood in every language,
  /// and a space may precede the octave.
  ///
  /// Thread: control.
  ///
  /// - Returns: 0 to 127, or nil for anything else.
  public static func number(
    of name: String, in naming: NoteNaming, octaves: OctaveConvention = .middleC4
  ) -> UInt8? {
    let text = name.lowercased()
    for step in stepSemitones.indices {
      for accidental in -2...2 {
        for candidate in naming.names(step: step, accidental: accidental) {
          guard let octave = octave(in: text, after: candidate.lowercased()) else { continue }
          let start = (octave - octaves.rawValue + 5) * 12
          let number = start + stepSemitones[step] + accidental
          return (0...127).contains(number) ? UInt8(number) : nil
        }
      }
    }
    return nil
  }

  /// The semitones from C of the seven steps.
  private static var stepSemitones: [Int] { [0, 2, 4, 5, 7, 9, 11] }

  /// Reads the octave, if nothing else follows the name of a key.
  private static func octave(in text: String, after key: String) -> Int? {
    guard text.hasPrefix(key) else { return nil }
    var rest = text.dropFirst(key.count)
    if rest.first == " " { rest = rest.dropFirst() }
    // At most two digits, so that there is no overflow.
    guard rest.count <= 2, rest.first != "+" else { return nil }
    return Int(rest)
  }
}
