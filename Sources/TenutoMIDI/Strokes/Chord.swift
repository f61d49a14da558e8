/// Keys that were struck together, in the order of their strokes.
public struct Chord: Sendable, Hashable {
  /// The strokes, at least one.
  public internal(set) var strokes: [KeyStroke]

  /// The keys from lowest to highest, each once.
  public var keys: [UInt8] {
    Set(strokes.map(\.key)).sorted()
  }
}
