import TenutoMIDI

/// Reads notes from text, words with spaces between them.
///
/// - `F#5` is a note; `A3+D4+F#4` are notes together; `r` is a rest.
/// - `4` is the value of all that follows, here a quarter: 1, 2, 4, 8, 16 or 32, and `4.` is dotted.
/// - `|` is a bar line, which must stand where a bar ends.
struct NotationReader {
  /// The notes read so far.
  private(set) var notes: [Note] = []

  private var tick = 0
  private var length = Ticks.quarter

  init() {}

  /// Reads text, and appends its notes.
  mutating func read(_ text: String) throws(NotationError) {
    for word in text.split(whereSeparator: \.isWhitespace) {
      try read(word: word)
    }
  }

  private mutating func read(word: Substring) throws(NotationError) {
    if word == "|" {
      guard tick.isMultiple(of: Ticks.bar) else { throw .misplacedBarLine(bar: bar) }
    } else if word == "r" {
      tick += length
    } else if let value = Self.length(of: word) {
      length = value
    } else {
      notes.append(Note(tick: tick, length: length, keys: try keys(of: word)))
      tick += length
    }
  }

  /// The current bar, counted from 1.
  private var bar: Int { tick / Ticks.bar + 1 }

  /// Returns the ticks of a value; nil if the word is not a value.
  private static func length(of word: Substring) -> Int? {
    let isDotted = word.last == "."
    guard let value = Int(isDotted ? word.dropLast() : word) else { return nil }
    guard [1, 2, 4, 8, 16, 32].contains(value) else { return nil }
    let plain = Ticks.bar / value
    return isDotted ? plain * 3 / 2 : plain
  }

  private func keys(of word: Substring) throws(NotationError) -> [UInt8] {
    var keys: [UInt8] = []
    for name in word.split(separator: "+", omittingEmptySubsequences: false) {
      guard let key = NoteName.number(of: String(name)) else {
        throw .unknownWord(String(word), bar: bar)
      }
      keys.append(key)
    }
    return keys
  }
}

/// The reason why a text is not music.
enum NotationError: Error, CustomStringConvertible {
  case misplacedBarLine(bar: Int)
  case unknownWord(String, bar: Int)

  var description: String {
    switch self {
    case .misplacedBarLine(let bar): "Bar \(bar) is not full at its bar line."
    case .unknownWord(let word, let bar): "'\(word)' in bar \(bar) is not music."
    }
  }
}
