import TenutoCore
import TenutoHost

/// What a display shows of a performance.
struct PlayStatus: Sendable {
  /// Seconds played.
  var position = 0.0
  /// Seconds of the song and its tail; nil for live MIDI.
  var total: Double?
  /// The engine's share of the time, 0...1.
  var load = 0.0
  /// Cycles that came too late.
  var xruns: UInt64 = 0
  /// In the order of the sound.
  var nodes: [Node] = []

  /// One extension.
  struct Node: Sendable {
    let name: String
    /// The loudest sample since the last status, linear.
    var peak: Float = 0
    /// The extension's share of the time, 0...1.
    var load = 0.0
    /// Cycles in which it did not answer.
    var misses: UInt64 = 0
    /// Whether no process of it lives.
    var isDead = false
  }

  /// "0:12 / 1:30", or "0:12".
  var positionText: String {
    guard let total else { return Numbers.time(position) }
    return "\(Numbers.time(min(position, total))) / \(Numbers.time(total))"
  }

  /// How long it lasts, where that is known, and how it is ended.
  var invitation: String {
    (total.map { "It lasts \(Numbers.time($0)); " } ?? "") + "Ctrl-C ends it."
  }

  /// Misses of all nodes.
  var misses: UInt64 { nodes.reduce(0) { $0 + $1.misses } }
}

/// Makes statuses out of counters, by their differences.
struct StatusReader {
  private let chain: Chain
  private let total: Double?
  private var engine: EngineReading
  private var nodes: [NodeReading]
  private var load = 0.0
  private var nodeLoads: [Double]

  /// Begins with what the counters of `performance` say now.
  init(_ chain: Chain, total: Double?, performance: some Performance) {
    self.chain = chain
    self.total = total
    engine = performance.reading
    nodes = performance.nodeReadings()
    nodeLoads = chain.nodes.map { _ in 0 }
  }

  /// The status since the last call.
  mutating func read(_ performance: some Performance) -> PlayStatus {
    let reading = performance.reading
    let readings = performance.nodeReadings()
    let frames = Double(reading.sampleTime - engine.sampleTime)
    if frames > 0 {
      let nanoseconds = frames / performance.sampleRate * 1e9
      load = Self.difference(reading.busyNanoseconds, engine.busyNanoseconds) / nanoseconds
      for (index, node) in readings.enumerated() {
        let busy = Self.difference(node.renderNanoseconds, nodes[index].renderNanoseconds)
        nodeLoads[index] = busy / nanoseconds
      }
    }
    (engine, nodes) = (reading, readings)
    return status(performance.sampleRate)
  }

  /// What `read` saw last.
  func content(_ status: PlayStatus) -> StatusBoard.Content {
    StatusBoard.Content(status: status, nodes: nodes)
  }

  private func status(_ sampleRate: Double) -> PlayStatus {
    PlayStatus(
      position: Double(engine.sampleTime) / sampleRate, total: total, load: load,
      xruns: engine.xruns,
      nodes: chain.nodes.indices.map { index in
        let instance = chain.nodes[index].instance
        return PlayStatus.Node(
          name: instance.description.name.printable, peak: nodes[index].peak,
          load: nodeLoads[index], misses: nodes[index].misses,
          isDead: instance.process.exit != nil)
      })
  }

  /// Counters only grow, unless an engine began anew.
  private static func difference(_ new: UInt64, _ old: UInt64) -> Double {
    new >= old ? Double(new - old) : 0
  }
}
