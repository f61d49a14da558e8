import Logging
import TenutoControl

/// Where logged records go: the newest into a ring, warnings to stderr, all to a file on request.
enum LogSetup {
  /// What `/v1/log` serves.
  static let ring = LogRing()

  /// Directs all loggers of the process; once, before the first of them is made.
  ///
  /// - Throws: Why the file cannot be written.
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

  /// Whether the display tells the user of it already, in its own words.
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
