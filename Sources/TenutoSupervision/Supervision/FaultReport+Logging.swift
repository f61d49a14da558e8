public import Logging

extension FaultCause {
  /// The cause as one word for programs.
  public var word: String {
    switch self {
    case .crashed: "crashed"
    case .exited: "exited"
    case .hung: "hung"
    case .stopped: "stopped"
    case .protocolFault: "protocol-fault"
    case .memoryLimit: "memory-limit"
    case .processorLimit: "processor-limit"
    case .forbiddenCall: "forbidden-call"
    case .killed: "killed"
    case .notStarted: "not-started"
    }
  }
}

extension FaultReport {
  /// Logs the fault as a warning, with its details as metadata.
  ///
  /// Thread: any but render.
  public func log(to logger: Logger) {
    var metadata: Logger.Metadata = [
      "node": "\(node)", "component": "\(code)", "pid": "\(processIdentifier)",
      "cause": "\(cause.word)",
    ]
    if let leftOut { metadata["leftOut"] = "\(leftOut)" }
    if let bundlePath { metadata["bundle"] = "\(bundlePath)" }
    if !lastLines.isEmpty { metadata["lastLines"] = .array(lastLines.map { "\($0)" }) }
    logger.warning("\(node) ('\(code)') ended: \(summary)", metadata: metadata)
  }
}
