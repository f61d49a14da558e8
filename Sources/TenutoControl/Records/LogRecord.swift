/// One thing that was logged.
package struct LogRecord: Codable, Sendable, Equatable {
  /// Counts from 1, so that a reader can ask for what came behind.
  package var number: UInt64
  /// Seconds since 1970.
  package var time: Double
  /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
  package var level: String
  /// Which part of the host, such as `tenuto.supervision`.
  package var label: String
  /// What happened.
  package var message: String
  /// What is known of it, such as `node` and `pid`.
  package var metadata: [String: String]

  /// States a record.
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

/// What `GET /v1/log` answers.
package struct LogAnswer: Codable, Sendable, Equatable {
  /// The records, the newest last.
  package var records: [LogRecord]

  /// States an answer.
  package init(records: [LogRecord]) { self.records = records }
}
