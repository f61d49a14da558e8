/// A key press.
enum Key: Equatable {
  case up, down, left, right, pageUp, pageDown
  case enter, escape, backspace
  /// The letter q.
  case quit
  /// Ctrl-C or Ctrl-D.
  case interrupt
  /// The keyboard has disappeared.
  case closed
  case character(Character)

  /// Parses the keys in a terminal's input; unknown input is ignored.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.first {
      rest = rest.dropFirst()
      if scalar == "\u{1B}" {
        if let key = sequence(&rest) { keys.append(key) }
      } else if let key = key(scalar) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar {
    case "\r", "\n": .enter
    case "\u{7F}", "\u{08}": .backspace
    case "\u{03}", "\u{04}": .interrupt
    case "q": .quit
    default: scalar.properties.generalCategory == .control ? nil : .character(Character(scalar))
    }
  }

  /// Parses a control sequence of ECMA-48 after its escape; a lone escape is the key itself.
  private static func sequence(_ rest: inout String.UnicodeScalarView.SubSequence) -> Key? {
    guard let start = rest.first, start == "[" || start == "O" else { return .escape }
    rest = rest.dropFirst()
    let parameters = rest.prefix { ("0"..."?").contains($0) }
    rest = rest.dropFirst(parameters.count)
    guard let final = rest.first else { return nil }
    rest = rest.dropFirst()
    switch (final, String(parameters)) {
    case ("A", _): return .up
    case ("B", _): return .down
    case ("C", _): return .right
    case ("D", _): return .left
    case ("~", "5"): return .pageUp
    case ("~", "6"): return .pageDown
    default: return nil
    }
  }
}
