internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSession
internal import TenutoSupervision

/// A node of a playing session, for the control API.
struct HostedNode: ControlledNode {
  let running: RunningSession
  let name: String
  let readings: NodeReadings
  let usage: UsageReader

  // MARK: - Supervision

  func retry() throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.retry(name) }
    try settle("It could not be started again; 'tenuto status' shows the reason.") { report in
      ["playing", "late"].contains(report.condition)
    }
  }

  func restart() throws(RequestError) {
    let before = running.status(of: name)
    try RequestError.from { () throws(SessionEditError) in try running.restart(name) }
    var failure: String?
    try settle("It could not be restarted; 'tenuto status' shows the reason.") { report in
      failure = report.supervised?.faults.failedStart(since: before?.supervised?.faults ?? [])
      return failure != nil
        || report.instance !== before?.instance
          && report.condition != NodeCondition.restarting.word
    }
    if let failure { throw RequestError(409, failure) }
  }

  func replay(bundle: String) throws(RequestError) -> ReplayAnswer {
    let result = try RequestError.from { () throws(SessionEditError) in
      try running.replay(bundle: bundle, of: name)
    }
    guard let cause = result.cause else {
      return ReplayAnswer(
        isRepeated: false, message: "It rendered all cycles of the recording and did not end.")
    }
    let place = result.isAtRecordedEnd ? "in the same cycle" : "in another cycle"
    return ReplayAnswer(
      isRepeated: result.isSameCause,
      message: "It ended again, \(place): \(cause).".printable)
  }

  /// Waits until `isDone` accepts the node's status, or until the node has failed.
  private func settle(
    _ reason: String, _ isDone: (NodeReport) -> Bool
  ) throws(RequestError) {
    let isSettled = EffectWait.until { running.status(of: name).map(isDone) ?? false }
    guard isSettled else { throw RequestError(504, reason) }
  }

  func unmute() throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.unmute(name) }
  }

  // MARK: - Edits

  func setBypass(_ isBypassed: Bool) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.setBypass(isBypassed, of: name)
      try running.awaitEffect()
    }
  }

  func setMute(_ isMuted: Bool) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.setMute(isMuted, of: name) }
  }

  func setTiming(_ timing: String) throws(RequestError) {
    guard let timing = NodeTiming(rawValue: timing) else {
      let known = NodeTiming.allCases.map(\.rawValue).joined(separator: " or ")
      throw RequestError(400, "'\(timing.printable)' is not a timing; choose \(known).")
    }
    try RequestError.from { () throws(SessionEditError) in
      try running.setTiming(timing, of: name)
      try running.awaitEffect()
    }
  }

  func setSpare(_ spare: String) throws(RequestError) {
    guard let spare = SparePolicy(rawValue: spare) else {
      let known = SparePolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError(
        400, "'\(spare.printable)' is not a kind of spare; choose one of \(known).")
    }
    try RequestError.from { () throws(SessionEditError) in try running.setSpare(spare, of: name) }
    // A failed start is a fault of the node, which its status reports.
    _ = EffectWait.until {
      guard let supervised = running.status(of: name)?.supervised else { return true }
      return supervised.hasSpare == (spare == .instance) || supervised.condition == .quarantined
    }
  }

  func setLoop(_ isLooped: Bool) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.setLoop(isLooped, of: name)
      try running.awaitEffect()
    }
  }

  func load(preset: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.load(preset: preset, into: name)
      try running.awaitEffect()
    }
  }

  // MARK: - Parameters

  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try RequestError.from { () throws(SessionEditError) in
      Double(try running.set(parameter, of: name, to: Float(value)))
    }
  }

  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try RequestError.from { () throws(SessionEditError) in
      Double(try running.set(parameter, of: name, to: Float(value), waits: false))
    }
  }

  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double {
    try RequestError.from { () throws(SessionEditError) in
      Double(try running.ramp(parameter, of: name, to: Float(value), seconds: seconds))
    }
  }

  func value(ofText text: String, for parameter: String) throws(RequestError) -> Double {
    let value = try RequestError.from { () throws(SessionEditError) in
      try running.value(ofText: text, for: parameter, of: name)
    }
    if let value { return Double(value) }
    let known = running.status(of: name)?.parameters.first { $0.identifier == parameter }
    throw RequestError(
      400,
      "'\(text)' is not a value of '\(parameter)', which accepts \(known?.rangeText ?? "others")."
        .printable)
  }

  func parameters() throws(RequestError) -> [ParameterRecord] {
    let groups = running.status(of: name)?.instance?.description.groups ?? []
    return try RequestError.from { () throws(SessionEditError) in
      try running.values(of: name).map { parameter, value in
        var record = ParameterRecord(
          id: parameter.identifier, name: parameter.name.printable,
          unit: parameter.unit == .custom ? parameter.unitName.printable : "\(parameter.unit)",
          minimum: Double(parameter.range.lowerBound), maximum: Double(parameter.range.upperBound),
          initial: Double(parameter.defaultValue), value: Double(value),
          text: parameter.text(for: value).printable,
          isReadOnly: parameter.flags.contains(.readOnly),
          valueNames: parameter.valueNames.map(\.printable))
        record.group = groups.first { $0.path == parameter.group }?.name.printable
        if parameter.flags.contains(.logarithmic) { record.isLogarithmic = true }
        return record
      }
    }
  }

  func presets() throws(RequestError) -> [PresetRecord] {
    guard let component = running.status(of: name)?.instance?.description else { return [] }
    let users = running.options.userPresets?.list(for: component.code).presets ?? []
    return users.map { PresetRecord(name: $0.name.printable, isUser: true) }
      + component.presets.map { PresetRecord(name: $0.name.printable, isUser: false) }
  }

  func save(preset: String, overwrites: Bool) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.save(preset: preset, of: name, overwrites: overwrites)
    }
  }

  func delete(preset: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.delete(preset: preset, of: name)
    }
  }

  func compare() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in
      let slot = try running.compare(name)
      try running.awaitEffect()
      return slot.rawValue
    }
  }

  func copyComparison() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in
      try running.copyComparison(name)
      return (running.comparison(of: name) ?? .a).rawValue
    }
  }

  var pageFolder: String? {
    running.bundlePath(of: name).flatMap { ExtensionPages.folder(ofBundle: $0) }
  }

  // MARK: - Status

  func status() -> NodeStatus {
    guard let report = running.status(of: name) else {
      return NodeStatus(name: name, component: "", title: "", condition: "removed")
    }
    var status = NodeStatus(
      name: name, component: report.node.kind.code.map { "\($0)" } ?? "",
      title: title(of: report), condition: report.condition)
    status.kind = report.node.kind.traits.word
    status.isBypassed = report.node.isBypassed
    status.timing = report.node.timing.rawValue
    status.preset = report.node.preset
    status.comparison = running.comparison(of: name)?.rawValue
    status.problem = report.problem?.printable
    if let supervised = report.supervised {
      status.restarts = supervised.restarts
      status.hasSpare = supervised.hasSpare
      status.spare = supervised.spare.rawValue
      status.shadow = supervised.shadow?.rawValue
      status.timing = supervised.timing.rawValue
      status.faults = supervised.faults.map(FaultRecord.init)
    }
    if let instance = report.instance {
      status.latency = instance.latency
      if instance.process.exit == nil {
        status.pid = instance.process.identifier
        status.usage = usage.usage(of: instance.process.identifier).map(UsageRecord.init)
        status.sandbox = instance.process.layers.elements.map(\.name)
      }
    }
    if let reading = readings.all[report.id] { status.take(reading) }
    if let condition = report.supervised?.condition, condition.isSilent {
      status.level = nil
    }
    if report.node.isMuted { status.isMuted = true }
    return status
  }

  private func title(of report: NodeReport) -> String {
    if let instance = report.instance { return instance.description.name.printable }
    let kind = report.node.kind
    return (kind.path ?? report.problem ?? kind.traits.word).printable
  }
}
