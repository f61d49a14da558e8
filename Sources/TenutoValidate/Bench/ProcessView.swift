internal import FoundationEssentials
internal import Glibc

/// The kernel's information about a process.
struct ProcessView {
  let threadCount: Int
  let descriptorCount: Int
  let residentKiB: Int
  /// Processor time so far, in clock ticks of 10 ms.
  let ticks: Int

  init(_ identifier: Int32) {
    threadCount = Self.names("/proc/\(identifier)/task").count
    descriptorCount = Self.names("/proc/\(identifier)/fd").count
    let status = Self.text("/proc/\(identifier)/status")
    residentKiB = Self.number("VmRSS:", in: status)
    ticks = Self.statFields("/proc/\(identifier)/stat").dropFirst(11).prefix(2).reduce(0) {
      $0 + (Int($1) ?? 0)
    }
  }

  /// A description of resources that have grown, or nil.
  func growth(since before: ProcessView, kibibytes: Int = 1024) -> String? {
    if descriptorCount > before.descriptorCount + 2 {
      return "\(descriptorCount - before.descriptorCount) more open descriptors"
    }
    if threadCount > before.threadCount {
      return "\(threadCount - before.threadCount) more threads"
    }
    if residentKiB > before.residentKiB + kibibytes {
      return "\(residentKiB - before.residentKiB) KiB more memory"
    }
    return nil
  }

  /// A thread's page faults (minor, major) so far.
  static func pageFaults(process: Int32, thread: Int32) -> Int {
    let fields = statFields("/proc/\(process)/task/\(thread)/stat")
    guard fields.count > 9 else { return 0 }
    return (Int(fields[7]) ?? 0) + (Int(fields[9]) ?? 0)
  }

  /// A thread's processor time so far, in ns, or nil if the kernel does not report it.
  static func processorTime(process: Int32, thread: Int32) -> UInt64? {
    text("/proc/\(process)/task/\(thread)/schedstat").split(separator: " ").first
      .flatMap { UInt64($0) }
  }

  /// Nanoseconds for which a runnable thread waited for a core; 0 if the kernel does not report it.
  static func waitingTime(process: Int32, thread: Int32) -> UInt64 {
    text("/proc/\(process)/task/\(thread)/schedstat").split(separator: " ").dropFirst().first
      .flatMap { UInt64($0) } ?? 0
  }

  /// Returns the number of voluntary sleeps of a thread, or nil if the kernel does not report it.
  static func sleepCount(process: Int32, thread: Int32) -> Int? {
    let lines = text("/proc/\(process)/task/\(thread)/status").split(separator: "\n")
    return lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }?
      .split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
  }

  static func exists(_ identifier: Int32) -> Bool { kill(identifier, 0) == 0 }

  /// Children of all threads of a process.
  static func children(of identifier: Int32) -> [Int32] {
    names("/proc/\(identifier)/task").flatMap { task in
      text("/proc/\(identifier)/task/\(task)/children").split(separator: " ")
        .compactMap { Int32($0) }
    }
  }

  /// The fields of a `stat` file, starting with the state.
  private static func statFields(_ path: String) -> [Substring] {
    text(path).split(separator: ")").last?.split(separator: " ").dropFirst(0).map { $0 } ?? []
  }

  private static func number(_ key: String, in status: String) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
  }
}
