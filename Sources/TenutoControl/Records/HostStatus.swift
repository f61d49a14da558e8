/// What `GET /v1/status` answers.
package struct HostStatus: Codable, Sendable, Equatable {
  /// The version of Tenuto.
  package var version: String
  /// What the host is called, such as `tenuto-2`.
  package var name: String
  /// Its process.
  package var pid: Int32
  /// What drives it: `jack` or `clock`.
  package var engine: String
  /// Why nothing plays at present, in a sentence, such as a JACK server that is gone; nil where it does.
  package var problem: String?
  /// Frames per second, in Hz; of the last server where it is gone.
  package var sampleRate: Double
  /// Frames of a cycle.
  package var frames: Int
  /// Bytes that the host's heap has handed out and not got back.
  package var heapBytes: Int
  /// The share of the time that is used, 0...1 and more.
  package var load: Double
  /// Seconds played.
  package var position: Double
  /// Where the music is; nil for what cannot be edited.
  package var transport: TransportRecord?
  /// Cycles that came too late.
  package var xruns: UInt64
  /// The newest of them with who was late, the newest last.
  package var xrunReports: [XrunRecord]
  /// The session that plays, nil without one.
  package var session: String?
  /// Where the session is saved, nil for one that never was or cannot be edited.
  package var sessionPath: String?
  /// Whether it was edited since it was saved; nil for what cannot be edited.
  package var isEdited: Bool?
  /// What is recorded, by `--record` and by nodes.
  package var recordings: [RecordingRecord]
  /// Extensions that render one after the other, where it is known what they need.
  package var chains: [ChainRecord]
  /// In the order of the sound.
  package var nodes: [NodeStatus]

  /// A host of which nothing is known yet.
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

/// A cycle that the server missed.
package struct XrunRecord: Codable, Sendable, Equatable {
  /// Seconds since 1970.
  package var time: Double
  /// The node that was late, nil where it was none of the host's.
  package var node: String?
  /// What is known, in a sentence.
  package var message: String

  /// States a missed cycle.
  package init(time: Double, node: String?, message: String) {
    self.time = time
    self.node = node
    self.message = message
  }
}
