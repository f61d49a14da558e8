import TenutoHost
import TenutoWeb

/// A host's status for people.
struct StatusText {
  private let status: HostStatus

  /// Faults and missed cycles that are shown.
  private static let newest = 5

  init(_ status: HostStatus) { self.status = status }

  /// Everything.
  var lines: [String] {
    head + [""] + table.lines + section("", sandbox) + section("Recordings", recordings) + news
  }

  /// The lines that `top` shows: without the past.
  var live: [String] { head + [""] + table.lines + section("", Array(xruns.suffix(1))) }

  private var head: [String] {
    let edited = status.isEdited == true ? " (edited, not saved)" : ""
    let path = status.sessionPath.map { " in \($0)" } ?? ""
    let session = status.session.map { "  session \($0)\(path)\(edited)" } ?? ""
    return [
      "\(status.name)  process \(status.pid)  version \(status.version)\(session)".printable,
      "  \(Numbers.time(status.position))  \(engine)".printable
        + "  load \(Numbers.percent(status.load))"
        + "  xruns \(status.xruns)",
    ]
  }

  /// What drives it, and with what format; without one while it has none.
  private var engine: String {
    if let problem = status.problem { return "\(status.engine): \(problem.trimmingStop)" }
    return "\(status.engine) \(Numbers.short(status.sampleRate)) Hz  \(status.frames) frames"
  }

  private var table: Table {
    var table = Table([
      "NODE", "COMPONENT", "STATE", "LEVEL", "PID", "CPU", "P50", "P99", "MAX µs", "MISSES",
      "RESTARTS", "MEMORY", "FAULTS", "TIMING",
    ])
    for node in status.nodes { table.add(cells(node)) }
    return table
  }

  private func cells(_ node: NodeStatus) -> [String] {
    let time = node.renderTime
    let times = [time.p50, time.p99, time.max].map { Numbers.fixed($0, places: 0) }
    let row = node.missesInRow > 0 ? " (\(node.missesInRow) now)" : ""
    let usage = node.usage
    return [
      node.name, node.component.isEmpty ? node.kind : node.component, Self.state(node),
      node.level.map { "\(Numbers.fixed($0, places: 0)) dB\(clipMark(node))" } ?? "-",
      node.pid.map { "\($0)" } ?? "-",
      usage.map { Numbers.percent($0.processor) } ?? "-",
    ] + times + [
      "\(node.misses)\(row)", "\(node.restarts)\(node.hasSpare ? " +spare" : "")",
      usage.map { megabytes($0.memoryBytes) } ?? "-",
      usage.map { "\($0.minorFaults)+\($0.majorFaults)" } ?? "-", node.timing,
    ]
  }

  /// What a node is at, with what the user or the host has done to it.
  static func state(_ node: NodeStatus) -> String {
    node.condition + (node.isBypassed ? ", bypassed" : "") + (node.isMuted ? ", muted" : "")
  }

  private func clipMark(_ node: NodeStatus) -> String { node.clippedSamples > 0 ? " clip" : "" }

  private func megabytes(_ bytes: UInt64) -> String {
    "\(Numbers.fixed(Double(bytes) / 1_048_576, places: 1)) MiB"
  }

  // MARK: - Below the table

  private var sandbox: [String] {
    status.nodes.compactMap { node in
      guard let layers = node.sandbox else { return nil }
      return "\(node.name)  sandbox: \(Self.sandbox(layers))"
    }
  }

  /// The layers in force, or those that are not, where these are fewer.
  private static func sandbox(_ layers: [String]) -> String {
    guard !layers.isEmpty else { return "none" }
    let missing = SandboxLayers.each.map(\.name).filter { !layers.contains($0) }
    if missing.isEmpty { return "all \(layers.count) layers" }
    return missing.count < layers.count
      ? "all but \(missing.joined(separator: ", "))" : layers.joined(separator: ", ")
  }

  private var recordings: [String] {
    status.recordings.flatMap { recording in
      var lines = recording.files.map { file in
        let length = Double(file.frames) / max(1, status.sampleRate)
        return (recording.node.map { "\($0)  " } ?? "") + "\(file.path)  \(Numbers.time(length))"
      }
      if recording.lostFrames > 0 { lines.append("\(recording.lostFrames) frames are missing") }
      return lines + [recording.problem].compactMap(\.self)
    }
  }

  private var news: [String] {
    section("What has happened", faults + oddities) + section("Missed cycles of JACK", xruns)
  }

  private var faults: [String] {
    status.nodes.flatMap { node in
      node.faults.suffix(Self.newest).map { fault in
        let bundle = fault.bundle.map { " (\($0))" } ?? ""
        return "\(ClockTime.text(fault.time))  \(node.name)  \(fault.message)\(bundle)"
      }
    }
  }

  private var oddities: [String] {
    status.nodes.flatMap { node in
      var lines = node.problem.map { ["\(node.name)  \($0)"] } ?? []
      if node.badSamples > 0 {
        lines.append("\(node.name)  \(node.badSamples) samples were no sound")
      }
      if node.clippedSamples > 0 {
        lines.append(
          "\(node.name)  \(node.clippedSamples) samples were louder than 0 dBFS and were held there"
        )
      }
      if node.mutes > 0 { lines.append("\(node.name)  was muted \(node.mutes) times") }
      if node.excessEvents > 0 {
        lines.append("\(node.name)  sends more events than fit: \(node.excessEvents) lost")
      }
      let others = node.lostEvents - min(node.lostEvents, node.excessEvents)
      if others > 0 { lines.append("\(node.name)  lost \(others) events") }
      return lines
    }
  }

  private var xruns: [String] {
    status.xrunReports.suffix(Self.newest).map { "\(ClockTime.text($0.time))  \($0.message)" }
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return [""] + (title.isEmpty ? [] : ["\(title):"]) + lines.map { "  \($0)".printable }
  }
}
