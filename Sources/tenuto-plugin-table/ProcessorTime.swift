import FoundationEssentials

/// What a process has used of the processors.
enum ProcessorTime {
  /// Nanoseconds on a processor of all its threads that live.
  static func nanoseconds(of process: Int32) -> Int64 {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      return sum + (text?.split(separator: " ").first.flatMap { Int64($0) } ?? 0)
    }
  }
}
