internal import TenutoCore

extension Instance {
  /// The channels of its busses, for connecting and rendering.
  var layoutInGraph: BusLayout { layout }

  /// Its latency in frames, clamped, since it is the extension's own claim.
  var latencyInGraph: Int { min(max(0, latency), 1 << 18) }
}

extension Graph.Node {
  /// Its instance, or nil.
  public var instance: Instance? {
    if case .instance(let instance) = content { return instance }
    return nil
  }
}
