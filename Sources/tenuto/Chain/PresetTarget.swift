import TenutoCore
import TenutoHost

/// A preset as it is written for a chain: `Pad`, or `sawtooth.Pad` for that component alone.
struct PresetTarget {
  let text: String

  /// Gives the preset to every node that has one of that name, or to the one that is named.
  ///
  /// - Throws: A `Failure` that lists the known presets, or why a preset cannot be taken.
  func apply(to nodes: [Chain.Node]) throws {
    var isFound = false
    for node in nodes {
      guard let choice = try choice(for: node) else { continue }
      try choice.applyAloud(to: node.instance)
      isFound = true
    }
    guard !isFound else { return }
    let known = nodes.map { "\($0.key): \(PresetChoice.known(of: $0.description))" }
    throw Failure.usage(
      "There is no preset '\(text)' here; \(known.joined(separator: "; ")).")
  }

  /// The whole text first: names of presets may have dots.
  private func choice(for node: Chain.Node) throws(HostError) -> PresetChoice? {
    if let choice = try PresetChoice(text, of: node.description) { return choice }
    for key in [node.key, "\(node.description.code.subtype)"] where text.hasPrefix("\(key).") {
      return try PresetChoice(String(text.dropFirst(key.count + 1)), of: node.description)
    }
    return nil
  }
}
