internal import Glibc
internal import TenutoProcess

/// The kernel's counters of a process (`proc(5)`).
///
/// Thread: any but render.
enum ProcessCounters {
  /// The relevant fields of `/proc/PID/stat`.
  struct Statistics: Sendable, Equatable {
    let minorFaults: UInt64
    let majorFaults: UInt64
    /// Clock ticks from the system's start to the process's.
    let birth: UInt64

    /// Reads a line; nil if it is malformed.
    ///
    /// The program's name, which it may choose itself, stands in the first brackets.
    init?(line: String) {
      // By bytes: a name may end with what makes one character of itself and the bracket.
      guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let words = line[line.utf8.index(after: end)...].split(separator: " ")
      // The words are counted from the third field, the state.
      guard words.count > 19, let minor = UInt64(words[7]), let major = UInt64(words[9]),
        let birth = UInt64(words[19])
      else { return nil }
      minorFaults = minor
      majorFaults = major
      self.birth = birth
    }
  }

  /// Its counters; nil for a process that has ended.
  static func statistics(of identifier: Int32) -> Statistics? {
    ProcessFile.text("/proc/\(identifier)/stat").flatMap(Statistics.init(line:))
  }

  /// Bytes that are in memory, shared ones as well.
  static func residentBytes(of identifier: Int32) -> UInt64? {
    let words = (ProcessFile.text("/proc/\(identifier)/statm") ?? "").split(separator: " ")
    return words.count > 1 ? UInt64(words[1]).map { $0 * ProcessMemory.pageSize } : nil
  }

  /// Bytes of private memory that it has written; nil if they may not be read.
  static func privateBytes(of identifier: Int32) -> UInt64? {
    let text = ProcessFile.text("/proc/\(identifier)/smaps_rollup") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }.map { $0 * 1024 }
  }

  /// The time that its threads have had, all together.
  static func processorNanoseconds(of identifier: Int32) -> UInt64? {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
