import TenutoCore
import TenutoRender
import TenutoSession
import TenutoSystem

/// A preset argument for a chain: `Pad`, or `sawtooth.Pad` for one component.
struct PresetTarget {
  let text: String

  /// Loads the preset into every node of `chain` that has it, or into the named node.
  ///
  /// - Throws: A `Failure` that lists the known presets, or an error if a preset cannot be read.
  func apply(to chain: inout ChainSession) throws {
    var isFound = false
    for member in chain.members {
      guard let name = try name(for: member) else { continue }
      chain.edit(member) { $0.preset = name }
      isFound = true
    }
    guard !isFound else { return }
    let known = chain.members.map { "\($0.name): \(PresetChoice.known(of: $0.description))" }
    throw Failure.usage(
      "There is no preset '\(text)' here; \(known.joined(separator: "; ")).")
  }

  /// Returns the preset's name for a node; nil if the argument means another node.
  ///
  /// The whole text is tried first, since names of presets may contain dots.
  private func name(for member: ChainSession.Member) throws(HostError) -> String? {
    let description = member.description
    if try PresetChoice(text, of: description) != nil { return text }
    for key in [member.name, "\(description.code.subtype)"] where text.hasPrefix("\(key).") {
      let name = String(text.dropFirst(key.count + 1))
      return try PresetChoice(name, of: description).map { _ in name }
    }
    return nil
  }
}
