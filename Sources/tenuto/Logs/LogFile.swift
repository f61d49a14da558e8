import Glibc
import Synchronization
import TenutoControl

/// A log file with a line of JSON for each record.
final class LogFile: Sendable {
  private let descriptor: Int32
  private let isBroken = Atomic(false)

  /// Opens the file for appending; a new file is accessible to its owner only.
  ///
  /// - Throws: An error if it cannot be written.
  init(path: String) throws(Failure) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw .work("The log '\(path)' cannot be written: \(reason).")
    }
  }

  deinit { close(descriptor) }

  /// Appends a whole line, also with concurrent callers; warns once when the disk is full.
  func write(_ record: LogRecord) {
    guard let line = try? JSON.line(record) else { return }
    let error = Output.write(line + "\n", to: descriptor)
    if error != 0 && !isBroken.exchange(true, ordering: .relaxed) {
      let reason = unsafe String(cString: strerror(error))
      Output.note("The log can no longer be written: \(reason)")
    }
  }
}
