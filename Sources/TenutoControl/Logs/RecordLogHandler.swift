internal import Glibc
package import Logging

/// A log handler that passes each event on as a `LogRecord`.
///
/// Thread: any but render.
package struct RecordLogHandler: LogHandler {
  /// Metadata of every event of this logger.
  package var metadata: Logger.Metadata = [:]
  /// The lowest level that is logged.
  package var logLevel: Logger.Level
  private let label: String
  private let take: @Sendable (LogRecord, Logger.Level) -> Void

  /// Creates a handler for `label` that calls `take` with every record, numbered 0.
  package init(
    label: String, level: Logger.Level,
    take: @escaping @Sendable (LogRecord, Logger.Level) -> Void
  ) {
    self.label = label
    logLevel = level
    self.take = take
  }

  /// Accesses one value of the metadata.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Converts an event to a record and passes it on.
  package func log(event: LogEvent) {
    var clock = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &clock)
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    take(
      LogRecord(
        number: 0, time: Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9,
        level: event.level.rawValue, label: label, message: "\(event.message)",
        metadata: all.mapValues { "\($0)" }), event.level)
  }
}
