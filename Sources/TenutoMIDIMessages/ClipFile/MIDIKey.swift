/// The letters of the tonics of keys.
enum MIDIKey {
  /// Returns the tonic of a key of 7 flats (-7) to 7 sharps.
  static func tonic(sharps: Int, isMinor: Bool) -> NoteLetter {
    let fifths: [NoteLetter] = [.f, .c, .g, .d, .a, .e, .b]
    // A fifth up for each sharp, from C in major and from A in minor.
    return fifths[(sharps + 14 + (isMinor ? 4 : 1)) % 7]
  }
}
