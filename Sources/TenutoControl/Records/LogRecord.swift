/// One log event.
package struct LogRecord: Codable, Sendable, Equatable {
  /// Counts from 1, so that a reader can ask for the records after it.
  package var number: UInt64
  /// Seconds since 1970.
  package var time: Double
  /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
  package var level: String
  /// The logger's label, such as `tenuto.supervision`.
  package var label: String
  /// The message.
  package var message: String
  /// The metadata, such as `node` and `pid`.
  package var metadata: [String: String]

  /// Creates a record.
  package init(
    number: UInt64, time: Double, level: String, label: String, message: String,
    metadata: [String: String]
  ) {
    self.number = number
    self.time = time
    self.level = level
    self.label = label
    self.message = message
    self.metadata = metadata
  }
}

/// The answer to `GET /v1/log`.
package struct LogAnswer: Codable, Sendable, Equatable {
  /// The records, the newest last.
  package var records: [LogRecord]

  /// Creates an answer.
  package init(records: [LogRecord]) { self.records = records }
}
