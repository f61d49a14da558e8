internal import Synchronization
internal import TenutoComponents
internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

extension RunningSession {
  /// Saves the settings of an extension as a preset of the user, with its own bytes.
  ///
  /// - Parameters:
  ///   - preset: The name.
  ///   - node: The node.
  ///   - overwrites: Whether a preset of that name may be replaced.
  /// - Throws: A conflict if the preset exists, or an error if it cannot be written.
  public func save(
    preset: String, of node: String, overwrites: Bool = false
  ) throws(SessionEditError) {
    let component = try runningComponent(of: node)
    let presets = try userPresets()
    do throws(HostError) {
      let state = try component.slot.instance.state()
      try presets.save(state, as: preset, for: component.description, overwrite: overwrites)
    } catch {
      throw SessionEditError(error)
    }
    try edit("Save '\(preset)' of '\(node)'") { session throws(SessionEditError) in
      try session.change(node) { $0.preset = preset }
    }
  }

  /// Deletes a user preset for the component of a node; nodes that use it keep their sound.
  ///
  /// - Throws: An error if the name is unknown, or if it cannot be removed.
  public func delete(preset: String, of node: String) throws(SessionEditError) {
    let component = try runningComponent(of: node)
    let presets = try userPresets()
    do throws(HostError) {
      try presets.delete(preset, of: component.description.code)
    } catch {
      throw SessionEditError(error)
    }
    changes.notify(.nodeChanged(node))
  }

  private func userPresets() throws(SessionEditError) -> UserPresets {
    if let presets = options.userPresets { return presets }
    throw SessionEditError(.conflict, "There is no folder for presets: set HOME.")
  }
}

/// Two settings of a node to compare, and which of them plays.
public enum ComparisonSlot: String, Sendable {
  /// The first one.
  case a = "A"
  /// The second one.
  case b = "B"

  fileprivate var other: ComparisonSlot { self == .a ? .b : .a }
}

/// The setting of a node that does not play, while two are compared.
struct Comparison: Sendable {
  var slot: ComparisonSlot
  /// Nil if it is the same as the playing setting.
  var other: SessionNode?
}

extension RunningSession {
  /// Switches between a node's two settings, A and B; each keeps the changes made while it plays.
  ///
  /// At the first call, B is a copy of A. Undo restores the previous setting.
  ///
  /// - Returns: The slot that plays now.
  @discardableResult
  public func compare(_ name: String) throws(SessionEditError) -> ComparisonSlot {
    _ = try runningComponent(of: name)
    let kept = state.withLock { $0.comparisons[name] }
    var current: SessionNode?
    try edit("Compare '\(name)'", remembers: name) { session throws(SessionEditError) in
      current = session.node(named: name)
      guard let other = kept?.other else { return }
      try session.change(name) { $0.takeSetting(of: other) }
    }
    guard let current else { return kept?.slot ?? .a }
    let slot = (kept?.slot ?? .a).other
    state.withLock { state in
      let names = Set(state.session.nodes.map(\.name))
      state.comparisons = state.comparisons.filter { names.contains($0.key) }
      state.comparisons[name] = Comparison(slot: slot, other: current)
    }
    changes.notify(.nodeChanged(name))
    return slot
  }

  /// Copies the playing setting to the other one.
  public func copyComparison(_ name: String) throws(SessionEditError) {
    _ = try runningComponent(of: name)
    state.withLock { $0.comparisons[name]?.other = nil }
  }

  /// The slot of a playing node; nil without a comparison.
  public func comparison(of name: String) -> ComparisonSlot? {
    state.withLock { $0.comparisons[name]?.slot }
  }
}

extension SessionNode {
  /// Has the preset, the values and the state of another form of the same node.
  fileprivate mutating func takeSetting(of other: SessionNode) {
    (preset, parameters, state) = (other.preset, other.parameters, other.state)
  }
}
