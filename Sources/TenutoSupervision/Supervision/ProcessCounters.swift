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
    /// The process's start time, in clock ticks since boot.
    let birth: UInt64

    /// Parses a line; nil if it is malformed.
    ///
    /// The first brackets hold the program's name, which it may choose itself.
    init?(line: String) {
      // Search by bytes: a name may end with a scalar that joins the bracket in one character.
      guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let words = line[line.utf8.index(after: end)...].split(separator: " ")
      // The words start at the third field, the state.
      guard words.count > 19, let minor = UInt64(words[7]), let major = UInt64(words[9]),
        let birth = UInt64(words[19])
      else { return nil }
      minorFaults = minor
      majorFaults = major
      self.birth = birth
    }
  }

  /// The counters of a process, or nil if it has ended.
  static func statistics(of identifier: Int32) -> Statistics? {
    ProcessFile.text("/proc/\(identifier)/stat").flatMap(Statistics.init(line:))
  }

  /// Resident bytes, shared memory included.
  static func residentBytes(of identifier: Int32) -> UInt64? {
    let words = (ProcessFile.text("/proc/\(identifier)/statm") ?? "").split(separator: " ")
    return words.count > 1 ? UInt64(words[1]).map { $0 * ProcessMemory.pageSize } : nil
  }

  /// Bytes of private memory that it has written, or nil if they may not be read.
  static func privateBytes(of identifier: Int32) -> UInt64? {
    let text = ProcessFile.text("/proc/\(identifier)/smaps_rollup") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }.map { $0 * 1024 }
  }

  /// Processor time of all its threads together.
  static func processorNanoseconds(of identifier: Int32) -> UInt64? {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
