/// Ports of others to connect a node's port to, including ports that appear later.
///
/// The connection is made when a port that matches appears, and made again when that port or the
/// server comes back; not when the user took it away himself.
public struct PortRule: Sendable, Hashable {
  /// The short name of the node's port, such as `out_1`; nil for the ports of an audio or MIDI
  /// input or output, in their order.
  ///
  /// Without a name the first channel gets the first port that matches, the second the second one. A
  /// single audio output and a MIDI node get all that match.
  public var port: String?
  /// The others' full name or an alias of it, in which `*` stands for any characters and `?` for one.
  public var pattern: String

  /// States a rule.
  public init(port: String? = nil, pattern: String) {
    self.port = port
    self.pattern = pattern
  }
}

/// A pattern with `*` for any characters and `?` for one.
package struct PortGlob: Sendable {
  private let pattern: [Character]

  /// Reads a pattern.
  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether the whole of `name` fits.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (position, place) = (0, 0)
    // Where the last star was, and how far it reaches.
    var star: (place: Int, position: Int)?
    while position < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[position] {
        place += 1
        position += 1
      } else if let last = star {
        star = (last.place, last.position + 1)
        place = last.place + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
