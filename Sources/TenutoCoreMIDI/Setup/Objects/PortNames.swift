/// The short names of a JACK client's ports.
///
/// Core MIDI allows equal names of endpoints, and any characters in them.
struct PortNames: Sendable {
  private var taken: Set<String> = []

  /// Reserves a valid JACK name: the wanted one, with a number if needed.
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

  /// Returns a valid JACK name: not empty, up to `maximum` bytes, without a colon.
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
