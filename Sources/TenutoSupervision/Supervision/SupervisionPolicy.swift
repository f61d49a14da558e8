/// The kind of spare that stands by for an instance.
public enum SparePolicy: String, Sendable, Equatable, CaseIterable {
  /// Nothing: a new process is started when it is needed.
  case none
  /// A process for all instances of a component, started, sandboxed and connected.
  case component
  /// A process for each instance, allocated and with its newest state: the next cycle boundary
  /// switches to it.
  case instance
}

/// The user's settings for the supervision of a node.
public struct SupervisionPolicy: Sendable, Equatable {
  /// The kind of spare.
  public var spare = SparePolicy.instance
  /// Restarts that are tried within `restartWindow` before the node is quarantined.
  public var restartLimit = 3
  /// Seconds that a restart counts.
  public var restartWindow = 60.0
  /// Seconds before the second, third … restart; the first comes at once.
  public var restartDelays = [0.25, 1.0]
  /// Seconds for which a render thread may give no answer, while it gets its time, before it counts
  /// as hung.
  public var hangLimit = 0.05
  /// Seconds to wait for an instance that was stopped from outside (SIGSTOP).
  public var stopLimit = 2.0
  /// Misses in a row after which a slow node is left out.
  public var missLimit = 8
  /// The share of missed cycles over five seconds from which a slow node is left out.
  public var missShare = 0.1
  /// Whether a slow node is set to one period later before it is left out.
  public var mayDemote = false

  /// The usual policy.
  public init() {}
}
