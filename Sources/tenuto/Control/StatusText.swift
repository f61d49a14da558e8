import TenutoControl
import TenutoProcess
import TenutoSupervision

/// A host's status as text.
struct StatusText {
  private let status: HostStatus
  private let table: Table
  /// Columns that do not fit the terminal.
  private let leftOut: [String]

  /// Describes the table's columns, for the help of commands.
  static let columns = """
    LEVEL is the peak since the last update, with 'clip' if samples were clipped at 0 dBFS. P50, \
    P99 and MAX are the median, 99th percentile and maximum of the render time. MISSES counts \
    cycles in which a node missed the deadline. PAGE FAULTS counts memory that the kernel had to \
    provide; in brackets, that read from disk. Columns that do not fit the terminal are omitted.
    """

  /// Columns to omit in a narrow terminal, in this order.
  private static let lessImportant = [
    "PAGE FAULTS", "P50", "TIMING", "MEMORY", "PID", "RESTARTS", "P99", "COMPONENT", "CPU",
    "MAX µs",
  ]

  /// Number of faults and xruns that are shown.
  private static let newest = 5

  /// Formats a status for a terminal of that width; nil for a file or a pipe.
  init(_ status: HostStatus, width: Int?) {
    self.status = status
    (table, leftOut) = Self.table(status).fitting(width, leavingOut: Self.lessImportant)
  }

  /// All lines.
  var lines: [String] {
    head + [""] + table.lines + section("", hint.map { [$0] } ?? []) + section("", sandbox)
      + section("Chains", chains) + section("Recordings", recordings) + messages
  }

  /// A sentence that names the omitted columns; nil if none exist.
  var hint: String? {
    leftOut.isEmpty ? nil : "A wider terminal also shows \(leftOut.joined(separator: ", "))."
  }

  /// The lines for `top`, without past events.
  var live: [String] {
    head + [""] + table.lines
      + section("", status.nodes.compactMap(status.clips) + Array(xruns.suffix(1)))
  }

  private var head: [String] {
    let edited = status.isEdited == true ? " (edited, not saved)" : ""
    let path = status.sessionPath.map { " in \($0)" } ?? ""
    let session = status.session.map { "  session \($0)\(path)\(edited)" } ?? ""
    return [
      "\(status.name)  process \(status.pid)  version \(status.version)\(session)".printable,
      "  \(Numbers.time(status.position))  \(engine)".printable
        + "  load \(Numbers.percent(status.load))"
        + "  xruns \(status.xruns)",
    ] + (status.transport.map { ["  music \($0.sentence)"] } ?? [])
  }

  /// The engine and its format, if it has one.
  private var engine: String {
    if let problem = status.problem { return "\(status.engine): \(problem.trimmingStop)" }
    return "\(status.engine) \(Numbers.short(status.sampleRate)) Hz  \(status.frames) frames"
  }

  private static func table(_ status: HostStatus) -> Table {
    var table = Table([
      "NODE", "COMPONENT", "STATE", "LEVEL", "PID", "CPU", "P50", "P99", "MAX µs", "MISSES",
      "RESTARTS", "MEMORY", "PAGE FAULTS", "TIMING",
    ])
    for node in status.nodes { table.add(cells(node, of: status)) }
    return table
  }

  private static func cells(_ node: NodeStatus, of status: HostStatus) -> [String] {
    let time = node.renderTime
    let times = [time.p50, time.p99, time.max].map { Numbers.fixed($0, places: 0) }
    let row = node.missesInRow > 0 ? " (\(node.missesInRow) now)" : ""
    let usage = node.usage
    return [
      node.name, node.component.isEmpty ? node.kind : node.component, state(node),
      level(node) + (status.clips(node) == nil ? "" : " clip"),
      node.pid.map { "\($0)" } ?? "-",
      usage.map { Numbers.percent($0.processor) } ?? "-",
    ] + times + [
      "\(node.misses)\(row)", "\(node.restarts)\(standby(node))",
      usage.map { megabytes($0.memoryBytes) } ?? "-",
      usage.map(pageFaults) ?? "-", node.timing,
    ]
  }

  /// The spare or shadow of a node.
  private static func standby(_ node: NodeStatus) -> String {
    if let shadow = node.shadow {
      return " shadow: \(shadow.replacing("-", with: " "))"
        + (node.takeovers > 0 ? " (\(node.takeovers) taken)" : "")
    }
    return node.hasSpare ? " +spare" : ""
  }

  /// Returns the condition of a node, and the changes made to it by the user or the host.
  static func state(_ node: NodeStatus) -> String {
    let mute = node.isMuted && node.condition != NodeCondition.muted.word ? ", muted" : ""
    return node.condition + (node.isBypassed ? ", bypassed" : "") + mute
  }

  /// Returns a level with a fixed width, so that the columns of `top` do not move.
  private static func level(_ node: NodeStatus) -> String {
    (node.level.map { "\(Numbers.fixed($0, places: 0)) dB" } ?? "-").indented(to: 6)
  }

  private static func pageFaults(_ usage: UsageRecord) -> String {
    "\(usage.minorFaults)" + (usage.majorFaults > 0 ? " (\(usage.majorFaults))" : "")
  }

  private static func megabytes(_ bytes: UInt64) -> String {
    "\(Numbers.fixed(Double(bytes) / 1_048_576, places: 1)) MiB"
  }

  // MARK: - Below the table

  private var sandbox: [String] {
    status.nodes.compactMap { node in
      guard let layers = node.sandbox else { return nil }
      return "\(node.name)  sandbox: \(Self.sandbox(layers))"
    }
  }

  /// Returns the active layers, or the missing ones if those are fewer.
  private static func sandbox(_ layers: [String]) -> String {
    guard !layers.isEmpty else { return "none" }
    let missing = SandboxLayers.each.map(\.name).filter { !layers.contains($0) }
    if missing.isEmpty { return "all \(layers.count) layers" }
    return missing.count < layers.count
      ? "all but \(missing.joined(separator: ", "))" : layers.joined(separator: ", ")
  }

  private var chains: [String] { status.chains.map { "\($0.title)  \($0.balance)" } }

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

  private var messages: [String] {
    section("Faults", faults + oddities) + section("Xruns of JACK", xruns)
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
      let trouble = NodeTrouble.sentence(node.name, node.condition, host: status.name)
      var lines = [trouble, node.problem.map { "\(node.name)  \($0)" }, status.clips(node)]
        .compactMap(\.self)
      if node.badSamples > 0 {
        lines.append(
          "\(node.name)  \(Numbers.count(node.badSamples, "sample")) replaced that were NaN, "
            + "infinite or far too loud")
      }
      if node.mutes > 0 {
        lines.append("\(node.name)  muted \(Numbers.count(node.mutes, "time"))")
      }
      if node.excessEvents > 0 {
        lines.append("\(node.name)  sends too many events: \(node.excessEvents) lost")
      }
      let others = node.lostEvents - min(node.lostEvents, node.excessEvents)
      if others > 0 { lines.append("\(node.name)  lost \(Numbers.count(others, "event"))") }
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

extension HostStatus {
  /// Returns a warning if a node clips, with a remedy; nil otherwise.
  fileprivate func clips(_ node: NodeStatus) -> String? {
    if node.clippedSamples > 0 {
      return
        "\(node.name)  clips: \(Numbers.count(node.clippedSamples, "sample")) above 0 dBFS were "
        + "clipped; lower its level"
    }
    // JACK ports accept samples above full scale; a file may clip them.
    guard engine == EngineName.clock.rawValue, node.loudCycles > 0, isOutput(node) else {
      return nil
    }
    return "\(node.name)  \(NodeNotes.tooLoud(node.loudCycles))"
  }

  /// Returns whether a node's output is heard directly: an output of a session, or the end of a
  /// chain.
  private func isOutput(_ node: NodeStatus) -> Bool {
    sessionPath == nil ? node.name == nodes.last?.name : node.kind == "audio-output"
  }
}
