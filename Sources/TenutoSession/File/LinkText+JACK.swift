internal import TenutoCore
internal import TenutoMIDI

extension LinkText {
  /// Returns `lead:out_1 -> system:playback_1`, or the reverse for an input of the node.
  public static func text(_ link: JACKLink) -> String {
    let own = "\(link.node):\(link.port)"
    return isInput(port: link.port) ? "\(link.other) -> \(own)" : "\(own) -> \(link.other)"
  }

  /// Parses a text of `text`.
  ///
  /// - Parameters:
  ///   - text: The text, such as `system:capture_1 -> reverb:in_1`.
  ///   - nodes: The names of all nodes, of which one end is a port.
  /// - Returns: The connection, with the node's end first.
  /// - Throws: The expected form.
  public static func jack(_ text: String, nodes: Set<String>) throws(Fault) -> JACKLink {
    let (source, destination) = try ends(text)
    let (output, input) = (own(source, nodes), own(destination, nodes))
    if let output, !isInput(port: output.port) {
      return JACKLink(node: output.node, port: output.port, other: PortPattern(destination))
    }
    if let input, isInput(port: input.port) {
      return JACKLink(node: input.node, port: input.port, other: PortPattern(source))
    }
    if let wrong = output ?? input {
      let (kind, role) =
        output == nil ? ("output", "destination") : ("input", "source")
      throw Fault(
        "\(wrong.node):\(wrong.port) is an \(kind) and cannot be a \(role); turn the connection round"
      )
    }
    throw Fault(
      "'\(text.printable)' has no port of a node; write one as 'node:port', such as "
        + "'\(nodes.min() ?? "lead"):out_1 -> system:playback_1'")
  }

  /// Whether a port with that short name is an input for audio or MIDI.
  public static func isInput(port: String) -> Bool {
    port.hasPrefix("in_") || port.hasPrefix("midi_in") || port == "in"
  }

  private static func own(
    _ text: String, _ nodes: Set<String>
  ) -> (node: String, port: String)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, nodes.contains(String(parts[0])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}

// MARK: - Numbers

extension LinkText {
  static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 4,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  static func key(_ text: String) -> UInt8? {
    number(text, in: 0...127).map(UInt8.init) ?? NoteName.number(of: text)
  }

  static func noteName(_ key: UInt8) -> String { NoteName.name(of: key) }
}
