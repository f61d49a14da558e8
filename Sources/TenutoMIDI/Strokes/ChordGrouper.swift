/// Groups strokes into chords by their times, without a clock.
///
/// A chord is the first stroke and all that follow within the window. Releases of keys do not
/// count.
public struct ChordGrouper: Sendable {
  /// The time after the first stroke in which further strokes belong to it.
  public let window: Duration

  private var open: Chord?

  /// Creates an empty grouper.
  ///
  /// Thread: any.
  ///
  /// - Parameter window: 30 ms is the time that hands need for a chord.
  public init(window: Duration = .milliseconds(30)) {
    self.window = window
  }

  /// Takes a stroke; returns the previous chord if the stroke ends it.
  ///
  /// Thread: any. A stroke that is older than the chord's first one belongs to the chord.
  public mutating func take(_ stroke: KeyStroke) -> Chord? {
    guard stroke.isOn else { return nil }
    if let first = open?.strokes.first, stroke.nanoseconds < Self.end(of: first, window) {
      open?.strokes.append(stroke)
      return nil
    }
    let done = open
    open = Chord(strokes: [stroke])
    return done
  }

  /// Ends and returns the open chord.
  ///
  /// Thread: any.
  public mutating func flush() -> Chord? {
    defer { open = nil }
    return open
  }

  /// Whether a chord is open.
  public var isOpen: Bool { open != nil }

  private static func end(of first: KeyStroke, _ window: Duration) -> UInt64 {
    let parts = window.components
    let nanoseconds = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
    let length = nanoseconds >= 0x1p63 ? .max : UInt64(max(nanoseconds, 0) + 0.5)
    let (end, isOver) = first.nanoseconds.addingReportingOverflow(length)
    return isOver ? .max : end
  }
}

/// Keys that were struck together, in the order of their strokes.
public struct Chord: Sendable, Hashable {
  /// The strokes, at least one.
  public internal(set) var strokes: [KeyStroke]

  /// The keys from lowest to highest, each once.
  public var keys: [UInt8] {
    Set(strokes.map(\.key)).sorted()
  }
}
