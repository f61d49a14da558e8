internal import TenutoJACK
/// The server's ports of other programs.
struct PortList: Sendable {
  /// A port of another program.
  struct Entry: Sendable, Hashable {
    let name: String
    let aliases: [String]
    let kind: JACKPortKind
    let direction: JACKPortDirection
  }

  private(set) var entries: [Entry] = []
  private(set) var names: Set<String> = []

  /// Creates an empty list.
  init() {}

  /// Reads the list from the server.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - jack: The client that asks the server.
  ///   - own: Names of the engine's own clients.
  /// - Throws: `.closed` or `.serverEnded`.
  init(_ jack: JACKClient, own: [String]) throws(JACKError) {
    let prefixes = own.map { "\($0):" }
    for kind in JACKPortKind.allCases {
      for direction in JACKPortDirection.allCases {
        let flags: JACKPortFlags = direction == .input ? .input : .output
        for name in try jack.ports(kind: kind, flags: flags)
        where !prefixes.contains(where: { name.hasPrefix($0) }) {
          let aliases = (try? jack.aliases(ofPortNamed: name)) ?? []
          entries.append(Entry(name: name, aliases: aliases, kind: kind, direction: direction))
        }
      }
    }
    names = Set(entries.map(\.name))
  }

  /// The full names of the ports that match, in the server's order.
  func names(
    matching pattern: String, _ kind: JACKPortKind, _ direction: JACKPortDirection
  ) -> [String] {
    let glob = PortGlob(pattern)
    return entries.filter { entry in
      entry.kind == kind && entry.direction == direction
        && (glob.matches(entry.name) || entry.aliases.contains { glob.matches($0) })
    }.map(\.name)
  }
}
