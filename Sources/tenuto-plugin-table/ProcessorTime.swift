import FoundationEssentials

/// The processor time of a process.
enum ProcessorTime {
  /// Nanoseconds of processor time of all its live threads.
  static func nanoseconds(of process: Int32) -> Int64 {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      return sum + (text?.split(separator: " ").first.flatMap { Int64($0) } ?? 0)
    }
  }
}
