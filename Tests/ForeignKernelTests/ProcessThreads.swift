internal import Foundation

/// The threads of other processes.
enum ProcessThreads {
  static func exists(_ thread: Int32, of process: pid_t) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/\(process)/task/\(thread)")
  }
}
