internal import TenutoCore

/// Rules for the names of nodes.
public enum NodeName {
  /// The most characters of a name: JACK's client names have little more room.
  public static let maximumLength = 32

  /// Whether a name is valid: small letters, digits, `-` and `_`, starting with a letter.
  public static func isValid(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, ("a"..."z").contains(first) else { return false }
    return scalars.count <= maximumLength && scalars.allSatisfy(isPart)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": true
    default: false
    }
  }

  /// The reason why a name is invalid, with a valid one.
  static func refusal(of name: String) -> String {
    let shown = name.unicodeScalars.count > 40 ? String(name.prefix(40)) + "…" : name
    return
      "'\(shown.printable)' is not a valid node name; use up to \(maximumLength) small letters, "
      + "digits, '-' and '_', a letter first"
  }

  /// Returns a valid name derived from any text and unique among `taken`, such as `warm-pad-2`.
  public static func make(of text: String, besides taken: Set<String>) -> String {
    var name = ""
    for scalar in text.lowercased().unicodeScalars {
      if isPart(scalar) {
        name.unicodeScalars.append(scalar)
      } else if !name.hasSuffix("-") {
        name += "-"
      }
    }
    let trimmed = name.drop { !("a"..."z").contains($0) }.prefix(maximumLength - 4)
    var base = String(trimmed)
    while base.hasSuffix("-") { base.removeLast() }
    if base.isEmpty { base = "node" }
    guard taken.contains(base) else { return base }
    return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
  }
}
