import Glibc
import TenutoCore
import TenutoHost
import TenutoWeb

/// A node of what `play` plays, as the control API sees it.
struct PlayedNode: ControlledNode {
  let care: NodeCare
  /// Its place in the chain.
  let index: Int
  let usage: UsageReader
  let reading: NodeReading?
  let performance: any Performance & Sendable
  let changes: ChangeBoard

  func retry() throws(RequestError) {
    care.retry()
    try settle("It could not be started again; 'tenuto status' says why.") { status in
      [.playing, .late].contains(status.condition)
    }
  }

  func restart() throws(RequestError) {
    let (before, faults) = (care.seat.instance, care.status.faults)
    care.restart()
    var failure: String?
    try settle("It could not be restarted; 'tenuto status' says why.") { status in
      failure = status.faults.failedStart(since: faults)
      return failure != nil || care.seat.instance !== before && status.condition != .restarting
    }
    if let failure { throw RequestError(409, failure) }
  }

  func setBypass(_ isBypassed: Bool) throws(RequestError) {
    care.isBypassed = isBypassed
    try EffectWait.cycles(of: performance)
    changes.post(ChangeRecord("node-changed", node: care.node.key))
  }

  func unmute() throws(RequestError) {
    care.seat.unmute()
    try EffectWait.cycles(of: performance)
  }

  func setTiming(_ timing: String) throws(RequestError) {
    guard let timing = NodeTiming(rawValue: timing) else {
      let known = NodeTiming.allCases.map(\.rawValue).joined(separator: " and ")
      throw RequestError(400, "'\(timing.printable)' is no timing; there are \(known).")
    }
    do throws(HostError) {
      try care.setTiming(timing)
    } catch {
      throw RequestError(error)
    }
    try EffectWait.cycles(of: performance)
  }

  func setMute(_ isMuted: Bool) throws(RequestError) {
    do throws(HostError) {
      try performance.setMute(isMuted, at: index)
    } catch {
      throw RequestError(error)
    }
    try EffectWait.cycles(of: performance)
    changes.post(ChangeRecord("node-changed", node: care.node.key))
  }

  /// Waits until the node is as `isDone` wants it, or given up.
  private func settle(
    _ reason: String, _ isDone: (NodeSupervisor.Status) -> Bool
  ) throws(RequestError) {
    let isSettled = EffectWait.until { isDone(care.status) }
    guard isSettled else { throw RequestError(504, reason) }
  }
}

// MARK: - Status

extension PlayedNode {
  func status() -> NodeStatus {
    let supervised = care.status
    let instance = care.seat.instance
    var status = NodeStatus(
      name: care.node.key, component: "\(instance.description.code)",
      title: instance.description.name.printable, condition: supervised.condition.word)
    status.latency = instance.latency
    status.restarts = supervised.restarts
    status.hasSpare = supervised.hasSpare
    status.timing = supervised.timing.rawValue
    status.isBypassed = care.isBypassed
    status.faults = supervised.faults.map(FaultRecord.init)
    if instance.process.exit == nil {
      status.pid = instance.process.identifier
      status.usage = usage.usage(of: instance.process.identifier).map(UsageRecord.init)
      status.sandbox = instance.process.layers.elements.map(\.name)
    }
    if let reading { status.take(reading) }
    if NodeTrouble.isSilent(supervised.condition) { status.level = nil }
    if performance.isMuted(at: index) { status.isMuted = true }
    return status
  }
}

extension NodeStatus {
  /// Takes over what the render thread has counted.
  mutating func take(_ reading: NodeReading) {
    func microseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1000 }
    renderTime.p50 = microseconds(reading.renderTimes.median)
    renderTime.p99 = microseconds(reading.renderTimes.percentile99)
    renderTime.max = microseconds(reading.renderTimes.maximum)
    level = Self.level(reading.peak)
    misses = reading.misses
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
  /// A loudest sample in dB; nil for silence.
  static func level(_ peak: Float) -> Double? {
    peak > 0 && peak.isFinite ? Numbers.decibels(peak) : nil
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
  /// Why a node was not started, where that is the newest that is known of it, and new.
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
