internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem

/// Passes the state of one instance on to its successor.
extension Instance {
  /// Takes the kept state and values; those it already has, `known`, are skipped unless changed.
  ///
  /// A refused state is skipped, so that only the values are set. `whenRestored` is called before
  /// they are set.
  ///
  /// - Throws: `.extensionDied` and similar errors.
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
  /// Whether it must be loaded if `other` was loaded: changed parameters alone are set one by one.
  fileprivate func isAnother(than other: ComponentState?) -> Bool {
    guard let other else { return true }
    return code != other.code || version != other.version || data != other.data
  }
}
