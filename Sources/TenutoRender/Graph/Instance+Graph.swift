internal import TenutoCore

extension Instance {
  /// The channels of its busses, by which it is connected and rendered.
  var layoutInGraph: BusLayout { layout }

  /// Frames by which its output is later than its input, bounded: it is the extension's word.
  var latencyInGraph: Int { min(max(0, latency), 1 << 18) }
}

extension Graph.Node {
  /// Its instance, where it is one.
  public var instance: Instance? {
    if case .instance(let instance) = content { return instance }
    return nil
  }
}
