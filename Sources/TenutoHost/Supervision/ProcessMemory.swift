internal import Glibc
internal import TenutoTransport

/// How much data a process has, as the kernel counts it.
enum ProcessMemory {
  /// Bytes of data and stack; nil where the process has ended.
  static func dataBytes(of process: Int32) -> UInt64? {
    guard let text = ProcessFile.text("/proc/\(process)/statm") else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 5, let pages = UInt64(fields[5]) else { return nil }
    return pages.multipliedReportingOverflow(by: pageSize).partialValue
  }

  /// Bytes of a page.
  static var pageSize: UInt64 { UInt64(getpagesize()) }

  /// Bytes of data that it may have; nil for any.
  static func dataLimit(of process: Int32) -> UInt64? {
    let text = ProcessFile.text("/proc/\(process)/limits") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Max data size") }
    return line?.split(separator: " ").dropFirst(3).first.flatMap { UInt64($0) }
  }
}

/// The small files in which the kernel tells of processes.
enum ProcessFile {
  /// The whole file; nil where it cannot be read.
  static func text(_ path: String) -> String? { try? read(path) }

  /// The whole file.
  ///
  /// - Throws: The system's error; ENOENT or ESRCH for a process or a thread that has ended.
  static func read(_ path: String) throws(SystemError) -> String {
    let file = try FileCalls.open(path, O_RDONLY)
    let number = file.number
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try FileCalls.checkCount("read") { unsafe Glibc.read(number, &bytes, bytes.count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
