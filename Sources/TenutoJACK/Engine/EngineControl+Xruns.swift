internal import Glibc
internal import TenutoCore
internal import TenutoHost
internal import TenutoTransport

extension EngineControl {
  /// Counts a cycle that the server missed, and says who was late.
  ///
  /// Thread: the server's notifications.
  func noteXrun() {
    words.countXrun()
    let format = format
    let period = UInt64(Double(format.bufferSize) * 1e9 / max(1, format.sampleRate))
    let now = MonotonicTime.now.nanoseconds
    let longest = nodes.map { node in
      XrunCourt.longest(in: node.words.cycles.entries, now: now, period: period)
    }
    let (culprit, nanoseconds) = XrunCourt.judge(longest, period: period)
    var clock = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &clock)
    var report = XrunReport(
      time: Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9, culprit: culprit, name: "",
      nanoseconds: nanoseconds, period: period)
    if let index = report.instance {
      report = report.naming(nodes[index].instance.description.name)
    }
    xruns.keep(report)
    events.yield(.xrun(report))
  }
}

extension XrunReport {
  func naming(_ name: String) -> XrunReport {
    XrunReport(
      time: time, culprit: culprit, name: name, nanoseconds: nanoseconds, period: period)
  }
}
