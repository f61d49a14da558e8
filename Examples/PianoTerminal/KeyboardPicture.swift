import TenutoMIDI

/// The keys of a piano, 21 to 108, with pressed keys in the colour of their velocity.
struct KeyboardPicture {
  /// The velocity of each pressed key; 0 for a released one.
  private var velocities = [UInt8](repeating: 0, count: 128)

  private static let keys = 21...108

  /// Tracks a key that moved.
  mutating func take(_ stroke: KeyStroke) {
    velocities[Int(stroke.key)] = stroke.isOn ? stroke.velocity : 0
  }

  /// Three lines for a terminal of 88 columns: black keys are shorter than white ones.
  var lines: [String] {
    [line(isUpper: true), line(isUpper: true), line(isUpper: false)]
  }

  private func line(isUpper: Bool) -> String {
    let cells = Self.keys.map { key in
      // Below a black key the neighbouring white key is visible.
      let shown = !isUpper && Self.isBlack(key) ? key - 1 : key
      return "\u{1B}[48;5;\(colour(of: shown))m "
    }
    return cells.joined() + "\u{1B}[0m"
  }

  private func colour(of key: Int) -> Int {
    switch velocities[key] {
    case 0: Self.isBlack(key) ? 233 : 255
    case 1..<32: 27
    case 32..<64: 37
    case 64..<96: 178
    case 96..<112: 208
    default: 196
    }
  }

  private static func isBlack(_ key: Int) -> Bool { [1, 3, 6, 8, 10].contains(key % 12) }
}
