import Logging
import TenutoControl

/// Configures the log: the newest records go to a ring, warnings to stderr, and all to a file on
/// request.
enum LogSetup {
  /// The records that `/v1/log` serves.
  static let ring = LogRing()

  /// Configures all loggers of the process; called once, before the first logger is created.
  ///
  /// - Throws: An error if the file cannot be written.
  static func begin(_ options: LogOptions) throws(Failure) {
    let file = try options.file.map(LogFile.init(path:))
    let level = options.level
    LoggingSystem.bootstrap { label in
      RecordLogHandler(label: label, level: level) { record, level in
        ring.append(record)
        file?.write(record)
        if level >= .warning && !isSpoken(label) { Output.note(record.message) }
      }
    }
  }

  /// Returns whether the display already shows these events to the user.
  private static func isSpoken(_ label: String) -> Bool {
    [Label.supervision, Label.jack].contains(label)
  }

  /// The parts of the host that log.
  enum Label {
    static let supervision = "tenuto.supervision"
    static let jack = "tenuto.jack"
    static let control = "tenuto.control"
    static let engine = "tenuto.engine"
  }
}
