/// The channels that one instance hands on to another, for comparison on the render thread.
package struct ChannelMap: Equatable, Sendable, BitwiseCopyable {
  /// Four bits for each input channel: the other's output channel plus 1, or 0 for silence.
  private var bits: UInt64 = 0
  /// Whether some channel has no place in `bits`.
  private var isTooLarge = false

  /// The most channels of either instance: one more than the last channel must fit into four bits.
  package static var capacity: Int { @_noLocks get { 15 } }

  /// Creates a map of silent channels.
  @_noLocks package init() {}

  /// Creates a map from the other's output channel for each input channel, or nil for silence.
  init(_ sources: [Int?]) {
    for (channel, source) in sources.enumerated() { set(channel, to: source) }
  }

  /// Sets the other's output channel for an input channel; nil is silence.
  ///
  /// Thread: any.
  @_noLocks
  package mutating func set(_ channel: Int, to source: Int?) {
    guard channel >= 0, channel < Self.capacity, (source ?? 0) < Self.capacity else {
      isTooLarge = true
      return
    }
    let shift = UInt64(4 * channel)
    bits &= ~(15 << shift)
    if let source { bits |= UInt64(truncatingIfNeeded: source &+ 1) << shift }
  }

  /// Whether two maps are the same; false for maps that are too large.
  @_noLocks
  package static func == (left: Self, right: Self) -> Bool {
    left.bits == right.bits && !left.isTooLarge && !right.isTooLarge
  }
}
