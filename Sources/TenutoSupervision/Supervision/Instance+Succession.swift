internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem

/// How one instance gets what another one had.
extension Instance {
  /// Takes what is kept; of what it has already, `known`, only what has changed.
  ///
  /// A state that is refused is left out: then the values are all there is. `whenRestored` is called
  /// before they are set.
  ///
  /// - Throws: `.extensionDied` and the like.
  func take(
    _ kept: KeptState, known: KeptState? = nil, whenRestored: () -> Void = {}
  ) throws(HostError) {
    var old = known?.allValues ?? [:]
    if let state = kept.state, state.isAnother(than: known?.state) {
      do throws(HostError) {
        try restore(state)
        old = KeptState(state: state).allValues
      } catch {
        guard error.code == .stateRefused else { throw error }
      }
    }
    whenRestored()
    let settable = Set(
      description.parameters.filter { !$0.flags.contains(.readOnly) }.map(\.address))
    let new = kept.allValues.filter { settable.contains($0.key) && old[$0.key] != $0.value }
    guard !new.isEmpty else { return }
    try set(new.map { ParameterValue($0.key, $0.value) }.sorted { $0.address < $1.address })
  }
}

extension ComponentState {
  /// Whether it has to be loaded where `other` was: parameters alone are set.
  fileprivate func isAnother(than other: ComponentState?) -> Bool {
    guard let other else { return true }
    return code != other.code || version != other.version || data != other.data
  }
}
