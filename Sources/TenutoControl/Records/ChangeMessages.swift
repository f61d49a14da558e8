/// A message of `/v1/changes?status=1`, twice a second.
package struct StatusMessage: Codable, Sendable, Equatable {
  /// `status`.
  package var kind = "status"
  /// As `GET /v1/status` answers.
  package var status: HostStatus

  /// Creates a status message.
  package init(_ status: HostStatus) { self.status = status }
}

/// A message of `/v1/changes?log=1`, for each event logged from then on.
package struct LogMessage: Codable, Sendable, Equatable {
  /// `log`.
  package var kind = "log"
  /// The log record.
  package var record: LogRecord

  /// Creates a log message.
  package init(_ record: LogRecord) { self.record = record }
}
