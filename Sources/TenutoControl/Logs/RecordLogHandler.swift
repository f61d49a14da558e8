internal import Glibc
package import Logging

/// Hands what is logged on as records.
///
/// Thread: any but render.
package struct RecordLogHandler: LogHandler {
  /// What is known of everything that this logger says.
  package var metadata: Logger.Metadata = [:]
  /// What is less important is left out.
  package var logLevel: Logger.Level
  private let label: String
  private let take: @Sendable (LogRecord, Logger.Level) -> Void

  /// A handler for `label` that calls `take` with every record; its number is 0.
  package init(
    label: String, level: Logger.Level,
    take: @escaping @Sendable (LogRecord, Logger.Level) -> Void
  ) {
    self.label = label
    logLevel = level
    self.take = take
  }

  /// One value of the metadata.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Makes a record of an event.
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
