import TenutoControl
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSession

/// What a display shows of what plays.
struct PlayStatus: Sendable {
  /// Seconds played.
  var position = 0.0
  /// Seconds of the song and its tail; nil for live MIDI.
  var total: Double?
  /// The engine's share of the time, 0...1.
  var load = 0.0
  /// Cycles that came too late.
  var xruns: UInt64 = 0
  /// The extensions, in the order of the session.
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
  private let running: RunningSession
  private let readings: NodeReadings
  private let total: Double?
  /// Nanoseconds that nodes had rendered, and the engine's time, at the last look.
  private var last: [Graph.NodeID: UInt64] = [:]
  private var time: Int64 = 0
  private var loads: [Graph.NodeID: Double] = [:]

  /// Reads what `host` plays; `total` is as in `PlayStatus`.
  init(_ host: SessionHost, total: Double?) {
    running = host.running
    readings = host.readings
    self.total = total
  }

  /// The status now, `position` seconds after the start.
  mutating func read(at position: Double) -> PlayStatus {
    let (reading, nodes) = (running.engine.reading, readings.all)
    let nanoseconds = Double(reading.sampleTime - time) / running.engine.format.sampleRate * 1e9
    if nanoseconds > 0 {
      loads = nodes.reduce(into: [:]) { loads, node in
        let (new, old) = (node.value.renderNanoseconds, last[node.key] ?? 0)
        // Counters only grow, unless a node was made anew.
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
