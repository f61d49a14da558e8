/// A language in which notes have names.
public enum NoteNaming: Sendable, Hashable, CaseIterable {
  /// C D E F G A B, with # and b.
  case english

  /// C D E F G A H, with the endings -is and -es; B is the flat of H.
  case german

  /// Do Re Mi Fa Sol La Si, with diesis and bemolle.
  case italian

  /// ド レ ミ ファ ソ ラ シ, with ♯ and ♭, or シャープ and フラット.
  case katakana

  /// ハ ニ ホ ヘ ト イ ロ, with 嬰 and 変 before them.
  case japanese

  /// The names of the seven notes from C.
  var steps: [String] {
    switch self {
    case .english: ["C", "D", "E", "F", "G", "A", "B"]
    case .german: ["C", "D", "E", "F", "G", "A", "H"]
    case .italian: ["Do", "Re", "Mi", "Fa", "Sol", "La", "Si"]
    case .katakana: ["ド", "レ", "ミ", "ファ", "ソ", "ラ", "シ"]
    case .japanese: ["ハ", "ニ", "ホ", "ヘ", "ト", "イ", "ロ"]
    }
  }

  /// Returns the names of a step with accidentals from -2 (double flat) to 2, the most common
  /// first.
  func names(step: Int, accidental: Int) -> [String] {
    let name = steps[step]
    if accidental == 0 { return [name] }
    let count = abs(accidental)
    let symbols = [accidental > 0 ? "#" : "b", accidental > 0 ? "♯" : "♭"].map {
      name + String(repeating: $0, count: count)
    }
    switch self {
    case .english: return symbols
    case .german: return [germanName(name, accidental)] + symbols
    case .italian:
      let word = accidental > 0 ? " diesis" : " bemolle"
      return [name + String(repeating: word, count: count)] + symbols
    case .katakana:
      let word = accidental > 0 ? "シャープ" : "フラット"
      return symbols.reversed() + [name + String(repeating: word, count: count)]
    case .japanese:
      return [(count == 2 ? "重" : "") + (accidental > 0 ? "嬰" : "変") + name] + symbols
    }
  }

  private func germanName(_ name: String, _ accidental: Int) -> String {
    guard accidental < 0 else { return name + String(repeating: "is", count: accidental) }
    if name == "H", accidental == -1 { return "B" }
    let isVowel = name == "E" || name == "A"
    return name + (isVowel ? "s" : "es") + (accidental == -2 ? "es" : "")
  }
}

/// The spelling of a note between two steps.
public enum NoteSpelling: Sendable, Hashable, CaseIterable {
  /// As the lower step, raised.
  case sharps

  /// As the upper step, lowered.
  case flats
}

/// The octave number of middle C, note 60, which depends on the manufacturer.
public enum OctaveConvention: Int, Sendable, Hashable, CaseIterable {
  /// Middle C is C3, as Yamaha counts.
  case middleC3 = 3

  /// Middle C is C4, as scientific pitch notation counts.
  case middleC4 = 4

  /// Middle C is C5, as some sequencers count, whose lowest octave is 0.
  case middleC5 = 5
}
