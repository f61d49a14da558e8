public import TenutoTransport

extension StateMirror: StateKeeping {
  /// As `best()`.
  public func kept() -> KeptState {
    let best = best()
    return KeptState(state: best.state, values: best.values)
  }

  /// When the state's bytes were new.
  public var stateTime: MonotonicTime? { newDataTime }

  /// As `history(before:)`.
  public func kept(before time: MonotonicTime) -> KeptState {
    guard let record = history(before: time) else { return kept() }
    return KeptState(state: record.state, values: record.values)
  }
}
