/// Groups strokes into chords by their times alone, without a clock.
///
/// A chord is the first stroke and all that come within the window after it. Keys that go up are no
/// part of it.
public struct ChordGrouper: Sendable {
  /// How long after the first stroke others belong to it.
  public let window: Duration

  private var open: Chord?

  /// Creates a grouper that has seen nothing.
  ///
  /// Thread: any.
  ///
  /// - Parameter window: 30 ms is what hands need for a chord that is meant as one.
  public init(window: Duration = .milliseconds(30)) {
    self.window = window
  }

  /// Takes a stroke, and returns the chord before it, which it ends.
  ///
  /// Thread: any. A stroke that is older than the first one of the chord belongs to it.
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

  /// Ends and returns the chord that is open.
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
