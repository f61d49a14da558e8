internal import TenutoCore

/// The control thread's operations on the table.
extension ParameterTable {
  /// The value at `address`, or nil if it is unknown.
  func value(of address: ParameterAddress) -> Float? {
    let index = index(of: address)
    return index < 0 ? nil : value(at: index)
  }

  /// All values, including read-only ones, in address order.
  var allValues: [ParameterValue] {
    (0..<count).map { ParameterValue(address(at: $0), value(at: $0)) }
  }

  /// The values of all settable parameters, in address order.
  var settableValues: [ParameterValue] {
    (0..<count).filter { !isReadOnly(at: $0) }
      .map { ParameterValue(address(at: $0), value(at: $0)) }
  }

  /// Sets a parameter for the host; unknown and read-only ones stay unchanged.
  func setByHost(_ parameter: ParameterValue) {
    let index = index(of: parameter.address)
    guard index >= 0, !isReadOnly(at: index), parameter.value.isFinite else { return }
    if store(clamped(parameter.value, at: index), at: index) { mark(.changed, at: index) }
    mark(.pending, at: index)
  }

  /// Sets a parameter for its unit: returns the new value, or nil if no notice is needed.
  func setByUnit(_ parameter: ParameterValue) -> ParameterValue? {
    let index = index(of: parameter.address)
    guard index >= 0, parameter.value.isFinite else { return nil }
    let value = clamped(parameter.value, at: index)
    _ = store(value, at: index)
    if !isReadOnly(at: index) { mark(.pending, at: index) }
    return ParameterValue(parameter.address, value)
  }

  /// The parameters that have changed since the last call, with their values.
  func takeChanged() -> [ParameterValue] {
    guard takeAny(.changed) else { return [] }
    var changed: [ParameterValue] = []
    var index = take(.changed, from: 0)
    while index >= 0 {
      changed.append(ParameterValue(address(at: index), value(at: index)))
      index = take(.changed, from: index + 1)
    }
    return changed
  }
}
