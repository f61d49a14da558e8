import TenutoControl
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSession

/// The status that a display shows.
struct PlayStatus: Sendable {
  /// Seconds played.
  var position = 0.0
  /// Seconds of the song and its tail; nil for live MIDI.
  var total: Double?
  /// The DSP load, 0...1.
  var load = 0.0
  /// Number of xruns.
  var xruns: UInt64 = 0
  /// The extensions, in the order of the session.
  var nodes: [Node] = []

  /// One extension.
  struct Node: Sendable {
    let name: String
    /// The peak since the last status, linear.
    var peak: Float = 0
    /// The extension's share of the time, 0...1.
    var load = 0.0
    /// Cycles in which it missed the deadline.
    var misses: UInt64 = 0
    /// Whether its process has ended.
    var isDead = false
  }

  /// "0:12 / 1:30", or "0:12".
  var positionText: String {
    guard let total else { return Numbers.time(position) }
    return "\(Numbers.time(min(position, total))) / \(Numbers.time(total))"
  }

  /// A hint on the duration, if known, and on how to stop.
  var invitation: String {
    (total.map { "It lasts \(Numbers.time($0)); " } ?? "") + "Ctrl-C ends it."
  }

  /// Missed cycles of all nodes.
  var misses: UInt64 { nodes.reduce(0) { $0 + $1.misses } }
}

/// Computes statuses from differences of counters.
struct StatusReader {
  private let running: RunningSession
  private let readings: NodeReadings
  private let total: Double?
  /// Render time of the nodes and time of the engine at the last call, in nanoseconds.
  private var last: [Graph.NodeID: UInt64] = [:]
  private var time: Int64 = 0
  private var loads: [Graph.NodeID: Double] = [:]

  /// Creates a reader for `host`; `total` is as in `PlayStatus`.
  init(_ host: SessionHost, total: Double?) {
    running = host.running
    readings = host.readings
    self.total = total
  }

  /// Returns the status at `position` seconds after the start.
  mutating func read(at position: Double) -> PlayStatus {
    let (reading, nodes) = (running.engine.reading, readings.all)
    let nanoseconds = Double(reading.sampleTime - time) / running.engine.format.sampleRate * 1e9
    if nanoseconds > 0 {
      loads = nodes.reduce(into: [:]) { loads, node in
        let (new, old) = (node.value.renderNanoseconds, last[node.key] ?? 0)
        // Counters grow, except after a restart of the node.
        loads[node.key] = new >= old ? Double(new - old) / nanoseconds : 0
      }
      last = nodes.mapValues(\.renderNanoseconds)
      time = reading.sampleTime
    }
    return PlayStatus(
      position: position, total: total, load: readings.load, xruns: reading.xruns,
      nodes: running.session.nodes.compactMap { node in
        node.kind.code == nil ? nil : running.status(of: node.name).map { status($0, nodes) }
      })
  }

  private func status(
    _ report: NodeReport, _ readings: [Graph.NodeID: NodeReading]
  ) -> PlayStatus.Node {
    let reading = readings[report.id]
    return PlayStatus.Node(
      name: (report.instance?.description.name ?? report.node.name).printable,
      peak: reading?.peak ?? 0, load: loads[report.id] ?? 0, misses: reading?.misses ?? 0,
      isDead: report.instance.map { $0.process.exit != nil } ?? true)
  }
}
