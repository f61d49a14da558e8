/// The status of one node.
package struct NodeStatus: Codable, Sendable, Equatable {
  /// The node's name, such as `delay-2`.
  package var name: String
  /// As `NodeRecord.kind`.
  package var kind = "component"
  /// The component's code, such as `aufx dely Tnto`; empty for other kinds.
  package var component: String
  /// The name of the component or the file, or a description of the node.
  package var title: String
  /// The condition, such as `playing` or `quarantined`.
  package var condition: String
  /// The reason why it does not play, in a sentence; nil while it plays, or if the reason is
  /// unknown.
  package var problem: String?
  /// The preset that it was set up with; nil for none.
  package var preset: String?
  /// The setting that plays of two compared ones, `A` or `B`; nil without a comparison.
  package var comparison: String?
  /// Its process; nil if none runs.
  package var pid: Int32?
  /// The resources that its process uses; nil if none runs.
  package var usage: UsageRecord?
  /// The peak since the last read, in dB relative to full scale; nil for silence.
  package var level: Double?
  /// Its latency in frames.
  package var latency = 0
  /// Its render time, in µs.
  package var renderTime = RenderTimeRecord()
  /// Cycles in which it missed the deadline.
  package var misses: UInt64 = 0
  /// Missed cycles since its last answer.
  package var missesInRow: UInt64 = 0
  /// Number of restarts.
  package var restarts = 0
  /// Whether a spare process is ready.
  package var hasSpare = false
  /// The kind of spare: `none`, `component` (one for each component) or `instance`; nil for nodes
  /// that are not extensions.
  package var spare: String?
  /// The state of its shadow: `exact`, `catching-up` or `state-only`; nil if it has no shadow.
  package var shadow: String?
  /// The number of times that a shadow replaced it and continued with the same sample.
  package var takeovers: UInt64 = 0
  /// When its output is heard: `same-cycle` or `one-period-later`.
  package var timing = "same-cycle"
  /// Whether the user bypassed it.
  package var isBypassed = false
  /// Whether it is muted, by the user or because its output was NaN or infinite.
  package var isMuted = false
  /// Number of mutes because of its output.
  package var mutes: UInt64 = 0
  /// NaN and infinite samples that were replaced.
  package var badSamples: UInt64 = 0
  /// Samples above 0 dBFS that were clipped on their way to a device or another program.
  package var clippedSamples: UInt64 = 0
  /// Cycles in which its peak exceeded 0 dBFS: harmless between nodes, clipped at an output.
  package var loudCycles: UInt64 = 0
  /// Events that were dropped for lack of room, including `excessEvents`.
  package var lostEvents: UInt64 = 0
  /// Events that exceeded the limit of a cycle.
  package var excessEvents: UInt64 = 0
  /// Active layers of the sandbox; nil if unknown.
  package var sandbox: [String]?
  /// Its faults, the newest last.
  package var faults: [FaultRecord] = []

  /// Creates a status with default values.
  package init(name: String, component: String, title: String, condition: String) {
    self.name = name
    self.component = component
    self.title = title
    self.condition = condition
  }
}

/// The resources that a node's process uses.
package struct UsageRecord: Codable, Sendable, Equatable {
  /// The share of one core's time, 0...1 and more.
  package var processor: Double
  /// Bytes of private memory.
  package var memoryBytes: UInt64
  /// Page faults that needed no disk.
  package var minorFaults: UInt64
  /// Page faults that needed the disk.
  package var majorFaults: UInt64

  /// Creates a record of the use.
  package init(processor: Double, memoryBytes: UInt64, minorFaults: UInt64, majorFaults: UInt64) {
    self.processor = processor
    self.memoryBytes = memoryBytes
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
  }
}

/// A node's render time, in µs.
package struct RenderTimeRecord: Codable, Sendable, Equatable {
  /// The median.
  package var p50 = 0.0
  /// The 99th percentile.
  package var p99 = 0.0
  /// The maximum.
  package var max = 0.0

  /// Creates a record without measurements.
  package init() {}
}

/// One fault of a node.
package struct FaultRecord: Codable, Sendable, Equatable {
  /// Seconds since 1970.
  package var time: Double
  /// The process that ended.
  package var pid: Int32
  /// A machine-readable cause, such as `crashed` or `hung`.
  package var cause: String
  /// The cause in a sentence, for the user.
  package var message: String
  /// The last lines that it printed.
  package var lastLines: [String]
  /// The path of its crash bundle; nil if none exists.
  package var bundle: String?

  /// Creates a record of a fault.
  package init(
    time: Double, pid: Int32, cause: String, message: String, lastLines: [String], bundle: String?
  ) {
    self.time = time
    self.pid = pid
    self.cause = cause
    self.message = message
    self.lastLines = lastLines
    self.bundle = bundle
  }
}
