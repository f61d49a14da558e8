extension Unicode.Scalar {
  /// Whether it could steer a terminal, or turn the direction of the text around it.
  package var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || (0x200E...0x200F).contains(value)
      || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}

extension String {
  /// The text with U+FFFD in place of characters that could control a terminal: all foreign text
  /// goes through here before it is shown.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    let scalars = unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
