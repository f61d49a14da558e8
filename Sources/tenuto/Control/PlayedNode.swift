import TenutoCore
import TenutoHost
import TenutoWeb

/// A node of what `play` plays, as the control API sees it.
struct PlayedNode: ControlledNode {
  let care: NodeCare
  let usage: UsageReader
  let reading: NodeReading?
  let performance: any Performance & Sendable

  func retry() throws(RequestError) {
    care.retry()
    try settle("It could not be started again; 'tenuto status' says why.") { status in
      [.playing, .late].contains(status.condition)
    }
  }

  func restart() throws(RequestError) {
    let before = care.seat.instance
    care.restart()
    try settle("It could not be restarted; 'tenuto status' says why.") { status in
      care.seat.instance !== before && [.playing, .late].contains(status.condition)
    }
  }

  func setBypass(_ isBypassed: Bool) throws(RequestError) {
    care.isBypassed = isBypassed
    try EffectWait.cycles(of: performance)
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

  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    let instance = care.seat.instance
    let parameters = instance.description.parameters
    guard let parameter = parameters.first(where: { $0.identifier == parameter }) else {
      let known = parameters.map(\.identifier).joined(separator: ", ")
      throw RequestError(
        404, "There is no parameter '\(parameter)'; known are: \(known).".printable)
    }
    guard !parameter.flags.contains(.readOnly) else {
      throw RequestError(409, "'\(parameter.identifier)' only tells something.")
    }
    let clamped = parameter.clamped(Float(value))
    let payload = TimedEvent.Payload.parameter(address: parameter.address, value: clamped)
    guard care.seat.schedule(payload, at: .immediately) else {
      throw RequestError(503, "Too many changes wait already; try again.")
    }
    try EffectWait.cycles(of: performance)
    return Double(clamped)
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
    return status
  }
}

extension NodeStatus {
  /// Takes over what the render thread has counted.
  fileprivate mutating func take(_ reading: NodeReading) {
    func microseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1000 }
    renderTime.p50 = microseconds(reading.renderTimes.median)
    renderTime.p99 = microseconds(reading.renderTimes.percentile99)
    renderTime.max = microseconds(reading.renderTimes.maximum)
    misses = reading.misses
    missesInRow = reading.missesInRow
    isMuted = reading.isMuted
    mutes = reading.mutes
    badSamples = reading.badSamples
    lostEvents = reading.lostEvents
  }
}

extension UsageRecord {
  fileprivate init(_ usage: ProcessUsage) {
    self.init(
      processor: usage.processorShare, memoryBytes: usage.memoryBytes,
      minorFaults: usage.minorFaults, majorFaults: usage.majorFaults)
  }
}

extension FaultRecord {
  fileprivate init(_ report: FaultReport) {
    self.init(
      time: report.time, pid: report.processIdentifier, cause: report.cause.word,
      message: "\(report.cause)".printable, lastLines: report.lastLines.map(\.printable),
      bundle: report.bundlePath)
  }
}
