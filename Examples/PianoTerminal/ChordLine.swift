import TenutoMIDI

/// A line for a chord: its keys in five notations, and their velocities.
struct ChordLine {
  let text: String

  init(_ chord: Chord) {
    let names = NoteNaming.allCases.map { naming in
      chord.keys.map { NoteName.name(of: $0, in: naming) }.joined(separator: " ")
    }
    let velocities = chord.strokes.map(\.velocity)
    let percents = chord.strokes.map(\.percentVelocity)
    let least = velocities.min() ?? 0
    let most = velocities.max() ?? 0
    let range = least == most ? "\(most)" : "\(least)–\(most)"
    text = names.joined(separator: "  |  ") + "   velocity \(range) (\(percents.max() ?? 0) %)"
  }
}
