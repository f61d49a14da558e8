internal import CJACK

/// The direction in which latency is measured.
public enum JACKLatencyDirection: Sendable, Hashable, CaseIterable {
  /// From the capture of the data to a port: set it at the outputs.
  case capture
  /// From a port to the playback of the data: set it at the inputs.
  case playback

  init(_ mode: jack_latency_callback_mode_t) {
    self = mode == JackCaptureLatency ? .capture : .playback
  }

  var mode: jack_latency_callback_mode_t {
    self == .capture ? JackCaptureLatency : JackPlaybackLatency
  }
}

/// The shortest and the longest latency among the data's paths, in frames.
public struct JACKLatencyRange: Sendable, Hashable {
  /// The shortest latency, in frames.
  public var minimum: Int
  /// The longest latency, in frames.
  public var maximum: Int

  /// Creates a range from the shortest and the longest latency in frames.
  public init(minimum: Int, maximum: Int) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Creates the range that covers all of `ranges`, plus `frames`; without ranges, just `frames`.
  public init(covering ranges: [JACKLatencyRange], plus frames: Int) {
    minimum = (ranges.map(\.minimum).min() ?? 0) + frames
    maximum = (ranges.map(\.maximum).max() ?? 0) + frames
  }
}

extension JACKClient {
  /// The latency of a port.
  ///
  /// Thread: any but render; also in `JACKNotifications.latency`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func latency(
    of port: JACKPort, _ direction: JACKLatencyDirection
  ) throws(JACKError) -> JACKLatencyRange {
    try unsafe core.withClient { _ in
      var range = jack_latency_range_t(min: 0, max: 0)
      unsafe core.library.api.pointee.port_get_latency_range(port.handle, direction.mode, &range)
      return JACKLatencyRange(minimum: Int(range.min), maximum: Int(range.max))
    }
  }

  /// Sets the latency of a port; call it in `JACKNotifications.latency` only.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func setLatency(
    _ latency: JACKLatencyRange, of port: JACKPort, _ direction: JACKLatencyDirection
  ) throws(JACKError) {
    try unsafe core.withClient { _ in
      var range = jack_latency_range_t(
        min: UInt32(clamping: latency.minimum), max: UInt32(clamping: latency.maximum))
      unsafe core.library.api.pointee.port_set_latency_range(port.handle, direction.mode, &range)
    }
  }

  /// Reports a latency of `frames` from each input to each output.
  ///
  /// Call it in `JACKNotifications.latency`, with the direction of the notification: the capture
  /// latency of the outputs becomes that of the inputs plus `frames`, the playback latency of the
  /// inputs that of the outputs plus `frames`.
  ///
  /// - Parameters:
  ///   - frames: The client's own latency, in frames.
  ///   - inputs: Its inputs.
  ///   - outputs: Its outputs.
  ///   - direction: The direction of the notification.
  /// - Throws: `.closed` or `.serverEnded`.
  public func reportLatency(
    _ frames: Int, inputs: [JACKPort], outputs: [JACKPort], _ direction: JACKLatencyDirection
  ) throws(JACKError) {
    let (sources, targets) = direction == .capture ? (inputs, outputs) : (outputs, inputs)
    var ranges: [JACKLatencyRange] = []
    for port in sources { ranges.append(try latency(of: port, direction)) }
    let range = JACKLatencyRange(covering: ranges, plus: frames)
    for port in targets { try setLatency(range, of: port, direction) }
  }

  /// Makes the server ask all clients for their latencies again, after this client's has changed.
  ///
  /// - Throws: `.requestRefused`, `.closed` or `.serverEnded`.
  public func recomputeLatencies() throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard unsafe core.library.api.pointee.recompute_total_latencies(client) == 0 else {
        throw core.failure(.requestRefused, "could not have the latencies computed.")
      }
    }
  }
}
