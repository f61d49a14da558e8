/// The short names of a JACK client's ports.
///
/// Core MIDI lets any number of endpoints have the same name, and any character in it.
struct PortNames: Sendable {
  private var taken: Set<String> = []

  /// Reserves a name that JACK takes: as wanted, or with a number behind it.
  mutating func reserve(_ wanted: String) -> String {
    let base = Self.jackName(wanted, maximum: 200)
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base) \(number)"
      number += 1
    }
    return name
  }

  mutating func release(_ name: String) { taken.remove(name) }

  /// Returns a name that JACK takes: not empty, of at most `maximum` bytes, without a colon.
  static func jackName(_ wanted: String, maximum: Int) -> String {
    var name = ""
    for character in wanted {
      let next: Character = character == ":" || character.isNewline ? "-" : character
      guard name.utf8.count + next.utf8.count <= maximum else { break }
      name.append(next)
    }
    return name.isEmpty ? "midi" : name
  }
}
