internal import Glibc
internal import TenutoSystem
package import TenutoTransport

/// The memory of a process, as the kernel counts it.
package struct ProcessMemory: Sendable, Equatable {
  /// Bytes of writable data and stack, touched or not: RLIMIT_DATA limits these.
  package let dataBytes: UInt64
  /// Bytes that it holds in memory or swap: data, writable or not, and shared memory, but no files.
  package let heldBytes: UInt64

  /// Parses the file `status` of a process; nil if it has no memory figures.
  package init?(status: String) {
    var bytes: [Substring: UInt64] = [:]
    for line in status.split(separator: "\n") where line.hasSuffix(" kB") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count == 3, let number = UInt64(words[1]), number < 1 << 50 {
        bytes[words[0]] = number << 10
      }
    }
    func sum(_ names: [Substring]) -> UInt64 { names.reduce(0) { $0 + bytes[$1, default: 0] } }
    guard bytes["VmData:"] != nil else { return nil }
    dataBytes = sum(["VmData:", "VmStk:"])
    heldBytes = sum(["RssAnon:", "RssShmem:", "VmSwap:"])
  }

  /// Whether it exceeds `limit`, with 32 MiB for its stacks and audio buffers.
  package func exceeds(_ limit: UInt64) -> Bool { heldBytes > limit + 32 << 20 }

  /// The fault of a process that exceeds the limit.
  package static let violation = "held more memory than it may have"

  /// Bytes of a page.
  package static var pageSize: UInt64 { UInt64(getpagesize()) }

  /// Bytes of data that it may have; nil for any.
  package static func dataLimit(of process: Int32) -> UInt64? {
    let text = ProcessFile.text("/proc/\(process)/limits") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Max data size") }
    return line?.split(separator: " ").dropFirst(3).first.flatMap { UInt64($0) }
  }
}

/// The files of /proc that describe processes.
package enum ProcessFile {
  /// The whole file; nil if it cannot be read.
  package static func text(_ path: String) -> String? { try? read(path) }

  /// The whole file.
  ///
  /// - Throws: The system's error; ENOENT or ESRCH for a process or a thread that has ended.
  package static func read(_ path: String) throws(SystemError) -> String {
    let file = try FileCalls.open(path, O_RDONLY)
    let number = file.number
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try FileCalls.checkCount("read") { unsafe Glibc.read(number, &bytes, bytes.count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
