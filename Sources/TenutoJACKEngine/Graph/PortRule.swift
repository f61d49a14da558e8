/// Other programs' ports to connect a node's port to, including ports that appear later.
///
/// The connection is made when a matching port appears, and restored when that port or the server
/// returns, but not after the user has removed it.
public struct PortRule: Sendable, Hashable {
  /// The short name of the node's port, such as `out_1`; nil for the ports of an audio or MIDI
  /// input or output, in their order.
  ///
  /// Without a name the first channel gets the first matching port, the second the second one. A
  /// single audio output and a MIDI node get all matching ports.
  public var port: String?
  /// The other port's full name or an alias; `*` stands for any characters and `?` for one.
  public var pattern: String

  /// Creates a rule.
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

  /// Whether all of `name` matches.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (position, index) = (0, 0)
    // The last star, and how much of the name it covers.
    var star: (index: Int, position: Int)?
    while position < name.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == "?" || pattern[index] == name[position] {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}
