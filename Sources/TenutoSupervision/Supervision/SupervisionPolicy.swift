/// The kind of spare that is kept ready for an instance.
public enum SparePolicy: String, Sendable, Equatable, CaseIterable {
  /// No spare: a new process is started when it is needed.
  case none
  /// A process for all instances of a component, started, sandboxed and connected.
  case component
  /// A process for each instance, allocated and with its newest state: the engine switches to it at
  /// the next cycle boundary.
  case instance
  /// A process for each instance that renders the same cycles one cycle later. In the cycle in
  /// which the instance ends, it continues with the same sample.
  case shadow

  /// Whether each node has a separate process that is ready.
  var isOwn: Bool { self == .instance || self == .shadow }
}

/// The user's settings for the supervision of a node.
public struct SupervisionPolicy: Sendable, Equatable {
  /// The kind of spare.
  public var spare = SparePolicy.instance
  /// Restarts within `restartWindow` before the node is quarantined.
  public var restartLimit = 3
  /// Seconds for which a restart counts.
  public var restartWindow = 60.0
  /// Seconds before the second, third … restart; the first is immediate.
  public var restartDelays = [0.25, 1.0]
  /// Seconds without an answer, while its render thread can run, before a node counts as hung.
  public var hangLimit = 0.05
  /// Seconds to wait for an instance that was stopped from outside (SIGSTOP).
  public var stopLimit = 2.0
  /// Misses in a row after which a slow node is bypassed.
  public var missLimit = 8
  /// The share of missed cycles over five seconds above which a slow node is bypassed.
  public var missShare = 0.1
  /// Whether a slow node is moved to one period later before it is bypassed.
  public var mayDemote = false

  /// Creates the usual policy.
  public init() {}
}
