/// What is known of one node.
package struct NodeStatus: Codable, Sendable, Equatable {
  /// What it is called, such as `delay-2`.
  package var name: String
  /// As `NodeRecord.kind`.
  package var kind = "component"
  /// The component's code, such as `aufx dely Tnto`; empty for what is none.
  package var component: String
  /// The component's name, a file's, or what it is.
  package var title: String
  /// What it is at, such as `playing` or `quarantined`.
  package var condition: String
  /// Why it does not play, in a sentence; nil where it does, or nobody knows.
  package var problem: String?
  /// Its process, nil where none runs.
  package var pid: Int32?
  /// What its process uses; nil where none runs.
  package var usage: UsageRecord?
  /// The loudest sample since the last look, in dB relative to full scale; nil for silence.
  package var level: Double?
  /// Frames by which it delays the sound.
  package var latency = 0
  /// How long its rendering takes, in µs.
  package var renderTime = RenderTimeRecord()
  /// Cycles in which it did not answer in time.
  package var misses: UInt64 = 0
  /// Those since its last answer.
  package var missesInRow: UInt64 = 0
  /// How often it was started again.
  package var restarts = 0
  /// Whether another process stands by for it.
  package var hasSpare = false
  /// When it is heard: `same-cycle` or `one-period-later`.
  package var timing = "same-cycle"
  /// Whether it is left out by the user's wish.
  package var isBypassed = false
  /// Whether it is silent, by the user's wish or because what it put out was no sound.
  package var isMuted = false
  /// How often that has happened.
  package var mutes: UInt64 = 0
  /// Samples that were no sound and were replaced.
  package var badSamples: UInt64 = 0
  /// Samples above 0 dBFS that were held there on their way to a device or another program.
  package var clippedSamples: UInt64 = 0
  /// Cycles in which it was above 0 dBFS: harmless between nodes, too loud for what is heard.
  package var loudCycles: UInt64 = 0
  /// Events for which there was no room, `excessEvents` among them.
  package var lostEvents: UInt64 = 0
  /// Events that it sent beyond what fits into its cycles.
  package var excessEvents: UInt64 = 0
  /// Layers of the sandbox in force; nil where that is not known.
  package var sandbox: [String]?
  /// What has happened to it, the newest last.
  package var faults: [FaultRecord] = []

  /// A node of which nothing is known yet.
  package init(name: String, component: String, title: String, condition: String) {
    self.name = name
    self.component = component
    self.title = title
    self.condition = condition
  }
}

/// What a node's process uses.
package struct UsageRecord: Codable, Sendable, Equatable {
  /// The share of one core, 0...1 and more.
  package var processor: Double
  /// Bytes of memory of its own.
  package var memoryBytes: UInt64
  /// Page faults that needed no disk.
  package var minorFaults: UInt64
  /// Page faults that needed one.
  package var majorFaults: UInt64

  /// States what is used.
  package init(processor: Double, memoryBytes: UInt64, minorFaults: UInt64, majorFaults: UInt64) {
    self.processor = processor
    self.memoryBytes = memoryBytes
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
  }
}

/// How long a node's rendering takes, in µs.
package struct RenderTimeRecord: Codable, Sendable, Equatable {
  /// Half of the cycles took at most this.
  package var p50 = 0.0
  /// 99 of 100 cycles took at most this.
  package var p99 = 0.0
  /// The longest.
  package var max = 0.0

  /// Nothing measured.
  package init() {}
}

/// One fault of a node.
package struct FaultRecord: Codable, Sendable, Equatable {
  /// Seconds since 1970.
  package var time: Double
  /// The process that ended.
  package var pid: Int32
  /// A word for programs, such as `crashed` or `hung`.
  package var cause: String
  /// What happened, for people.
  package var message: String
  /// The last that it printed.
  package var lastLines: [String]
  /// Where its crash bundle is, nil where there is none.
  package var bundle: String?

  /// States a fault.
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
