/// Keys that were struck together, in the order in which they were.
public struct Chord: Sendable, Hashable {
  /// The strokes, at least one.
  public internal(set) var strokes: [KeyStroke]

  /// The keys from the lowest to the highest, each once.
  public var keys: [UInt8] {
    Set(strokes.map(\.key)).sorted()
  }
}
