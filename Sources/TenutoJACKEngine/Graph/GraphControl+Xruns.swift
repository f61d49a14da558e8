internal import Glibc
internal import Synchronization
internal import TenutoRender
internal import TenutoTransport

/// Attribution of xruns to nodes.
extension GraphControl {
  /// Counts a cycle that the server missed, and reports the cause.
  ///
  /// Thread: the server's notifications.
  func noteXrun() {
    words.countXrun()
    let format = format
    let period = UInt64(Double(format.bufferSize) * 1e9 / max(1, format.sampleRate))
    let now = MonotonicTime.now.nanoseconds
    let longest = renderers.map {
      XrunAttribution.longest(in: $0.words.cycles.entries, now: now, period: period)
    }
    let (cause, nanoseconds) = XrunAttribution.attribute(longest, period: period)
    var clock = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &clock)
    let report = naming(
      XrunReport(
        time: Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9, cause: cause, name: "",
        nanoseconds: nanoseconds, period: period))
    xruns.keep(report)
    events.yield(.xrun(report))
  }

  /// Notes the counters of the nodes, for comparison at the next xrun.
  func readNodes() {
    guard !hasClientForEach, let prepared = main.prepared else { return }
    let readings = prepared.allCounters()
    activity.withLock { $0.look(readings) }
  }

  /// Names the node that caused an xrun: the client's node if each node has its own client,
  /// otherwise the node that missed its deadline or took longest.
  private func naming(_ report: XrunReport) -> XrunReport {
    guard let index = report.instance else { return report }
    let (graph, nodes) = shown.withLock { shown in
      (shown.graph, shown.routes.keys.sorted())
    }
    if hasClientForEach {
      let found = nodes.indices.contains(index) ? (nodes[index], report.isLate) : nil
      return report.attributed(to: found, in: graph)
    }
    let readings = main.prepared?.allCounters() ?? [:]
    let found = activity.withLock { activity in
      defer { activity.look(readings) }
      return activity.cause(readings)
    }
    return report.attributed(to: found, in: graph)
  }
}

extension PreparedGraph {
  /// The counters of each node; the peaks are not reset.
  fileprivate func allCounters() -> [Graph.NodeID: NodeReading] {
    Dictionary(uniqueKeysWithValues: graph.nodeIDs.map { ($0, counters(of: $0)) })
  }
}

extension XrunReport {
  fileprivate var isLate: Bool { if case .late = cause { true } else { false } }

  /// The report with the name of the node that was found, or as `.other` if none was.
  func attributed(to found: (node: Graph.NodeID, isLate: Bool)?, in graph: Graph) -> XrunReport {
    let index = found.flatMap { graph.nodeIDs.firstIndex(of: $0.node) }
    let cause: Cause =
      if let found, let index {
        found.isLate ? .late(instance: index) : .slow(instance: index)
      } else {
        .other
      }
    return XrunReport(
      time: time, cause: cause, name: index.map { graph.nodes[$0].name } ?? "",
      nanoseconds: nanoseconds, period: period)
  }
}
