/// The answer to `GET /v1/status`.
package struct HostStatus: Codable, Sendable, Equatable {
  /// The version of Tenuto.
  package var version: String
  /// The host's name, such as `tenuto-2`.
  package var name: String
  /// The host's process.
  package var pid: Int32
  /// The source of cycles: `jack` or `clock`.
  package var engine: String
  /// The reason why nothing plays, in a sentence, such as a lost JACK server; nil while the host
  /// plays.
  package var problem: String?
  /// The sample rate in Hz; the last server's while no server runs.
  package var sampleRate: Double
  /// Frames per cycle.
  package var frames: Int
  /// Bytes allocated on the host's heap.
  package var heapBytes: Int
  /// The DSP load as a share of the period, 0...1 and more.
  package var load: Double
  /// Seconds played.
  package var position: Double
  /// The transport position; nil if the session cannot be edited.
  package var transport: TransportRecord?
  /// Number of xruns.
  package var xruns: UInt64
  /// The newest xruns with their causes, the newest last.
  package var xrunReports: [XrunRecord]
  /// The name of the session; nil without one.
  package var session: String?
  /// The path of the session's file; nil if it was never saved or cannot be edited.
  package var sessionPath: String?
  /// Whether it has unsaved edits; nil if it cannot be edited.
  package var isEdited: Bool?
  /// The recordings of `--record` and of nodes.
  package var recordings: [RecordingRecord]
  /// Extensions in series, as soon as their need is known.
  package var chains: [ChainRecord]
  /// The nodes, in processing order.
  package var nodes: [NodeStatus]

  /// Creates a status with default values.
  package init(version: String, name: String, pid: Int32, engine: String) {
    self.version = version
    self.name = name
    self.pid = pid
    self.engine = engine
    sampleRate = 0
    frames = 0
    heapBytes = 0
    load = 0
    position = 0
    xruns = 0
    xrunReports = []
    recordings = []
    chains = []
    nodes = []
  }
}

/// An xrun: a cycle that missed its deadline.
package struct XrunRecord: Codable, Sendable, Equatable {
  /// Seconds since 1970.
  package var time: Double
  /// The node that was late; nil if the host did not cause it.
  package var node: String?
  /// The cause, in a sentence.
  package var message: String

  /// Creates a record of an xrun.
  package init(time: Double, node: String?, message: String) {
    self.time = time
    self.node = node
    self.message = message
  }
}
