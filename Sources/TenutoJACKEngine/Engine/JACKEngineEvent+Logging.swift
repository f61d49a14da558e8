public import Logging
internal import TenutoSystem

extension JACKEngineEvent {
  /// Logs the event with its details as metadata.
  ///
  /// Thread: any but render.
  public func log(to logger: Logger) {
    switch self {
    case .serverGone(let reason):
      logger.warning("The JACK server has ended", metadata: ["reason": "\(reason)"])
    case .serverReturned: logger.notice("The JACK server has returned")
    case .serverStalled: logger.warning("The JACK server runs no cycles")
    case .serverResumed: logger.notice("The JACK server runs cycles again")
    case .connectionFailed(let source, let destination, let reason):
      logger.warning(
        "A connection failed",
        metadata: [
          "source": "\(source)", "destination": "\(destination)", "reason": "\(reason)",
        ])
    case .bufferSizeChanged(let count):
      logger.notice("The period has changed", metadata: ["frames": "\(count)"])
    case .sampleRateChanged(let rate):
      logger.warning("The sample rate has changed", metadata: ["rate": "\(rate)"])
    case .freewheelChanged(let isFreewheeling):
      logger.notice("Freewheeling", metadata: ["isOn": "\(isFreewheeling)"])
    case .xrun(let report): report.log(to: logger)
    case .failed(let error): logger.error("\(error.message)")
    }
  }
}

extension XrunReport {
  fileprivate func log(to logger: Logger) {
    var metadata: Logger.Metadata = [
      "microseconds": "\(nanoseconds / 1000)", "period": "\(period / 1000)",
    ]
    if instance != nil { metadata["component"] = "\(name)" }
    logger.notice("\(sentence)", metadata: metadata)
  }
}
