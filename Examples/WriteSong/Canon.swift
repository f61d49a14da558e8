/// The score of the song: the Canon in D by Johann Pachelbel (1653-1706), bars 1 to 24.
///
/// Three violins play one melody, each two bars after the one before, over a bass that repeats the
/// same two bars. Here the melody stops after its eleventh variation, and the chord of bar 25 is in
/// each violin the note with which its melody would go on.
enum Canon {
  static let title = "Canon in D"
  static let composer = "Johann Pachelbel"

  /// The bar of the last chord, counted from 1.
  static let lastBar = 25

  /// The melody, two bars in each variation.
  static let melody = [
    "4 F#5 E5 D5 C#5 | B4 A4 B4 C#5 |",

    "4 D5 C#5 B4 A4 | G4 F#4 G4 E4 |",

    """
    8 D4 F#4 A4 G4 F#4 D4 F#4 E4 |
      D4 B3 D4 A4 G4 B4 A4 G4 |
    """,

    """
    8 F#4 D4 E4 C#5 D5 F#5 A5 A4 |
      B4 G4 A4 F#4 D4 D5 8. D5 16 C#5 |
    """,

    """
    16 D5 C#5 D5 D4  C#4 A4 E4 F#4  D4 D5 C#5 B4  C#5 F#5 A5 B5 |
       G5 F#5 E5 G5  F#5 E5 D5 C#5  B4 A4 G4 F#4  E4 G4 F#4 E4 |
    """,

    """
    16 D4 E4 F#4 G4  A4 E4 A4 G4  F#4 B4 A4 G4  A4 G4 F#4 E4 |
       D4 B3 B4 C#5  D5 C#5 B4 A4  G4 F#4 E4 B4  A4 B4 A4 G4 |
    """,

    "8 F#4 F#5 4 E5 8 r D5 4 F#5 | 4 B5 A5 B5 C#6 |",

    "8 D6 D5 4 C#5 8 r B4 4 D5 | 4. D5 8 D5 D5 G5 E5 A5 |",

    """
    16 A5 32 F#5 G5 16 A5 32 F#5 G5  A5 A4 B4 C#5 D5 E5 F#5 G5
    16 F#5 32 D5 E5 16 F#5 32 F#4 G4  A4 B4 A4 G4 A4 F#4 G4 A4 |
    16 G4 32 B4 A4 16 G4 32 F#4 E4  F#4 E4 D4 E4 F#4 G4 A4 B4
    16 G4 32 B4 A4 16 B4 32 C#5 D5  A4 B4 C#5 D5 E5 F#5 G5 A5 |
    """,

    """
    16 F#5 32 D5 E5 16 F#5 32 E5 D5  E5 C#5 D5 E5 F#5 E5 D5 C#5
    16 D5 32 B4 C#5 16 D5 32 D4 E4  F#4 G4 F#4 E4 F#4 D5 C#5 D5 |
    16 B4 32 D5 C#5 16 B4 32 A4 G4  A4 G4 F#4 G4 A4 B4 C#5 D5
    16 B4 32 D5 C#5 16 D5 32 C#5 B4  C#5 D5 E5 D5 C#5 D5 B4 C#5 |
    """,

    "8 D5 r C#5 r B4 r D5 r | D4 r D4 r D4 r E4 r |",
  ]

  /// The two bars of the bass.
  static let ground = "4 D3 A2 B2 F#2 | G2 D2 G2 A2 |"

  /// The continuo of bars 1 to 6, as chords.
  static let chords = """
    4 A3+D4+F#4 C#4+E4+A4 B3+D4+F#4 A3+C#4+F#4 |
      G3+B3+D4 A3+D4+F#4 B3+D4+G4 A3+C#4+E4 |
    """

  /// The continuo of bars 7 to 16, the same chords broken.
  static let brokenChords = """
    8 A3 D4+F#4 C#4 E4+A4 B3 D4+F#4 A3 C#4+F#4 |
      G3 B3+D4 A3 D4+F#4 B3 D4+G4 A3 C#4+E4 |
    """

  /// The continuo of bars 17 to 24, where the violins want a sixth above the F sharp of the bass.
  static let brokenChordsWithSixth = """
    8 A3 D4+F#4 C#4 E4+A4 B3 D4+F#4 A3 D4+F#4 |
      G3 B3+D4 A3 D4+F#4 B3 D4+G4 A3 C#4+E4 |
    """
}

extension Canon {
  /// The five parts, the first on channel 0.
  static let parts = [
    violin("Violin I", entry: 3, ending: "1 A4", pan: 34),
    violin("Violin II", entry: 5, ending: "1 D5", pan: 64),
    violin("Violin III", entry: 7, ending: "1 F#5", pan: 94),
    Part(
      name: "Violoncello", program: 42, volume: 100, pan: 74, loudness: -2,
      notation: Array(repeating: ground, count: 12) + ["1 D2"]),
    Part(
      name: "Continuo", program: 6, volume: 80, pan: 54, loudness: -24,
      notation: Array(repeating: chords, count: 3) + Array(repeating: brokenChords, count: 5)
        + Array(repeating: brokenChordsWithSixth, count: 4) + ["1 A3+D4+F#4"]),
  ]

  /// Delays the melody up to the bar `entry`, and cuts it off at the last bar.
  private static func violin(_ name: String, entry: Int, ending: String, pan: UInt8) -> Part {
    let silence = Array(repeating: "1 r |", count: entry - 1)
    let variations = melody.prefix((lastBar - entry) / 2)
    return Part(
      name: name, program: 40, volume: 96, pan: pan, loudness: 0, entry: entry,
      notation: silence + variations + [ending])
  }
}
