internal import Glibc
internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

extension NodeStatus {
  /// Copies the render thread's counters.
  mutating func take(_ reading: NodeReading) {
    func microseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1000 }
    renderTime.p50 = microseconds(reading.renderTimes.median)
    renderTime.p99 = microseconds(reading.renderTimes.percentile99)
    renderTime.max = microseconds(reading.renderTimes.maximum)
    level = Self.level(reading.peak)
    misses = reading.misses
    takeovers = reading.takeovers
    missesInRow = reading.missesInRow
    isMuted = reading.isMuted
    mutes = reading.mutes
    badSamples = reading.badSamples
    lostEvents = reading.lostEvents
    excessEvents = reading.excessEvents
    clippedSamples = reading.clippedSamples
    loudCycles = reading.loudCycles
  }
}

extension NodeStatus {
  /// Returns a peak in dB; nil for silence.
  static func level(_ peak: Float) -> Double? {
    peak > 0 && peak.isFinite ? 20 * log10(Double(peak)) : nil
  }
}

extension UsageRecord {
  init(_ usage: ProcessUsage) {
    self.init(
      processor: usage.processorShare, memoryBytes: usage.memoryBytes,
      minorFaults: usage.minorFaults, majorFaults: usage.majorFaults)
  }
}

extension [FaultReport] {
  /// Returns why a start failed, if that is the newest fault and newer than `before`.
  func failedStart(since before: [FaultReport]) -> String? {
    guard let last, last != before.last, case .notStarted(let reason) = last.cause else {
      return nil
    }
    return reason
  }
}

extension FaultRecord {
  init(_ report: FaultReport) {
    self.init(
      time: report.time, pid: report.processIdentifier, cause: report.cause.word,
      message: report.summary.printable, lastLines: report.lastLines.map(\.printable),
      bundle: report.bundlePath)
  }
}

extension RecordingRecord {
  /// Converts the state of a recording.
  init(_ state: RecordingState, node: String? = nil, unrecordedFrames: Int) {
    self.init(
      node: node,
      files: state.files.map {
        RecordedFileRecord(path: $0.path.printable, frames: $0.frameCount)
      },
      frames: state.frameCount, lostFrames: state.lostFrames + unrecordedFrames,
      interruptions: state.interruptions, problem: state.error?.message.printable)
  }
}
