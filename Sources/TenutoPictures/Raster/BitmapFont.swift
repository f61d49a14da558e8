/// A font of 5 by 7 pixels with the characters for axes.
enum BitmapFont {
  static let height = 7
  /// The distance between two characters.
  static let advance = 6

  /// Returns the width of a text in pixels.
  static func width(of text: String) -> Int { max(0, text.count * advance - 1) }

  /// Returns the seven rows of a character, with the leftmost pixel in the highest of five bits.
  static func rows(of letter: Character) -> [UInt8] { glyphs[letter] ?? missing }

  private static let missing: [UInt8] = [31, 17, 17, 17, 17, 17, 31]

  private static let glyphs: [Character: [UInt8]] = [
    " ": [0, 0, 0, 0, 0, 0, 0],
    "+": [0, 4, 4, 31, 4, 4, 0],
    "-": [0, 0, 0, 31, 0, 0, 0],
    ".": [0, 0, 0, 0, 0, 12, 12],
    ":": [0, 12, 12, 0, 12, 12, 0],
    "0": [14, 17, 19, 21, 25, 17, 14],
    "1": [4, 12, 4, 4, 4, 4, 14],
    "2": [14, 17, 1, 2, 4, 8, 31],
    "3": [31, 2, 4, 2, 1, 17, 14],
    "4": [2, 6, 10, 18, 31, 2, 2],
    "5": [31, 16, 30, 1, 1, 17, 14],
    "6": [6, 8, 16, 30, 17, 17, 14],
    "7": [31, 1, 2, 4, 8, 8, 8],
    "8": [14, 17, 17, 14, 17, 17, 14],
    "9": [14, 17, 17, 15, 1, 2, 12],
    "B": [30, 17, 17, 30, 17, 17, 30],
    "H": [17, 17, 17, 31, 17, 17, 17],
    "d": [1, 1, 13, 19, 17, 17, 15],
    "h": [16, 16, 22, 25, 17, 17, 17],
    "i": [4, 0, 12, 4, 4, 4, 14],
    "k": [16, 16, 18, 20, 24, 20, 18],
    "m": [0, 0, 26, 21, 21, 17, 17],
    "n": [0, 0, 22, 25, 17, 17, 17],
    "s": [0, 0, 14, 16, 14, 1, 30],
    "z": [0, 0, 31, 2, 4, 8, 31],
  ]
}

extension Picture {
  /// Draws a text with its upper left corner at a position.
  mutating func draw(_ text: String, x: Int, y: Int, _ color: Color = .ink) {
    for (index, letter) in text.enumerated() {
      let left = x + index * BitmapFont.advance
      for (row, bits) in BitmapFont.rows(of: letter).enumerated() {
        for column in 0..<5 where bits & (16 >> column) != 0 {
          self[left + column, y + row] = color
        }
      }
    }
  }
}
