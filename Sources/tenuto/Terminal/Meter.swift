/// A level meter with instant attack and slow decay, from -60 to 0 dBFS.
struct Meter {
  private var level: Float = 0

  /// The decay in a tenth of a second: 2 dB.
  private static let fall: Float = 0.794
  /// The lowest displayed level, in dBFS.
  private static let floor = -60.0
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Applies the peak of the last tenth of a second.
  mutating func show(_ peak: Float) { level = max(peak, level * Self.fall) }

  /// The level in ten characters, such as "  -12.3 dB".
  var text: String {
    guard level > 0, Numbers.decibels(level) > -100 else { return "   -inf dB" }
    return "\(Numbers.fixed(Numbers.decibels(level), places: 1)) dB".indented(to: 10)
  }

  /// Returns the bar in exactly `width` characters.
  func bar(width: Int) -> String {
    let share = level > 0 ? 1 - Numbers.decibels(level) / Self.floor : 0
    let eighths = Int((max(0, min(1, share)) * Double(width * 8)).rounded())
    let full = String(repeating: "█", count: eighths / 8) + Self.eighths[eighths % 8]
    return full + String(repeating: "·", count: width - full.count)
  }
}
