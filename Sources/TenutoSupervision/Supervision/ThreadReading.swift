internal import Glibc
internal import TenutoProcess
internal import TenutoTransport

/// The kernel's reading of a thread at one moment.
struct ThreadReading: Sendable, Equatable {
  /// The letter of its state: R is runnable, S and D sleep, T and t are stopped.
  var state: Character
  /// Nanoseconds since its start for which it has run, and for which it waited for a core.
  var ran: UInt64
  var waited: UInt64 = 0

  /// An observation of a thread, which may not exist.
  enum Look: Sendable, Equatable {
    /// It exists.
    case reading(ThreadReading)
    /// It has ended, but its process has not.
    case gone
    /// Its state is unknown.
    case unknown
  }

  /// Observes a thread of another process.
  static func look(process: Int32, thread: Int32) -> Look {
    let folder = "/proc/\(process)/task/\(thread)"
    do throws(SystemError) {
      let stat = try ProcessFile.read("\(folder)/stat")
      let times = try ProcessFile.read("\(folder)/schedstat")
      guard let reading = ThreadReading(stat: stat, schedstat: times) else { return .unknown }
      // The first thread of a process stays as a zombie after it has ended.
      return "ZX".contains(reading.state) ? .gone : .reading(reading)
    } catch {
      let isGone = error.code == ENOENT || error.code == ESRCH
      return isGone && isAlive(process) ? .gone : .unknown
    }
  }

  /// The number of threads in a process, from its `status` file; 0 if that does not state it.
  static func count(status: String) -> UInt64 {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
    return line.flatMap { UInt64($0.dropFirst(8).drop(while: \.isWhitespace)) } ?? 0
  }

  /// The fault of a process with too many threads.
  static let violation = "started more threads than it may have"

  /// Whether a process has not ended; an ended one is reported shortly.
  private static func isAlive(_ process: Int32) -> Bool {
    guard let stat = try? ProcessFile.read("/proc/\(process)/stat"),
      let reading = ThreadReading(stat: stat, schedstat: "0")
    else { return false }
    return !"ZX".contains(reading.state)
  }

  /// Parses the kernel's texts; nil if they are malformed.
  init?(stat: String, schedstat: String) {
    // The name in parentheses may contain any character, parentheses included.
    let times = schedstat.split(separator: " ").prefix(2).map { UInt64($0) }
    guard let end = stat.lastIndex(of: ")"),
      let state = stat[stat.index(after: end)...].first(where: { $0 != " " }),
      let ran = times.first ?? nil
    else { return nil }
    self.init(state: state, ran: ran, waited: times.last.flatMap(\.self) ?? 0)
  }

  init(state: Character, ran: UInt64, waited: UInt64 = 0) {
    self.state = state
    self.ran = ran
    self.waited = waited
  }
}
