internal import Glibc
internal import TenutoProcess
internal import TenutoTransport

/// The kernel's reading of a thread at one moment.
struct ThreadReading: Sendable, Equatable {
  /// The letter of its state: R runs or wants to, S and D sleep, T and t are stopped.
  var state: Character
  /// Nanoseconds for which it has run since its start, and for which it wanted to and had no core.
  var ran: UInt64
  var waited: UInt64 = 0

  /// A look at a thread, which may not be there.
  enum Look: Sendable, Equatable {
    /// It is there.
    case reading(ThreadReading)
    /// It has ended, and its process has not.
    case gone
    /// Nothing can be said.
    case unknown
  }

  /// Looks at a thread of another process.
  static func look(process: Int32, thread: Int32) -> Look {
    let folder = "/proc/\(process)/task/\(thread)"
    do throws(SystemError) {
      let stat = try ProcessFile.read("\(folder)/stat")
      let times = try ProcessFile.read("\(folder)/schedstat")
      guard let reading = ThreadReading(stat: stat, schedstat: times) else { return .unknown }
      // A thread that has ended stays as a zombie where it was the process's first.
      return "ZX".contains(reading.state) ? .gone : .reading(reading)
    } catch {
      let isGone = error.code == ENOENT || error.code == ESRCH
      return isGone && isAlive(process) ? .gone : .unknown
    }
  }

  /// How many threads a process has, by its file `status`; 0 where that does not tell.
  static func count(status: String) -> UInt64 {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
    return line.flatMap { UInt64($0.dropFirst(8).drop(while: \.isWhitespace)) } ?? 0
  }

  /// The fault of a process with too many threads.
  static let deed = "started more threads than it may have"

  /// Whether a process has not ended: the end of one that has is reported in a moment.
  private static func isAlive(_ process: Int32) -> Bool {
    guard let stat = try? ProcessFile.read("/proc/\(process)/stat"),
      let reading = ThreadReading(stat: stat, schedstat: "0")
    else { return false }
    return !"ZX".contains(reading.state)
  }

  /// Reads the kernel's texts; nil for what they are not.
  init?(stat: String, schedstat: String) {
    // The name in parentheses may contain anything, parentheses too.
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
