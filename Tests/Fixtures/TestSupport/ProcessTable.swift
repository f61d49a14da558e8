import Foundation

/// The kernel's information about this and other processes.
package enum ProcessTable {
  /// Open descriptors of this process.
  package static var openDescriptorCount: Int { count("/proc/self/fd") }

  /// Whether this process soon has at most as many open descriptors as `before`, except for a few
  /// of libraries; a leak in a loop of fifty is larger.
  package static func hasNoMoreDescriptors(than before: Int) -> Bool {
    eventually { openDescriptorCount <= before + 4 }
  }

  /// Threads of this process.
  package static var threadCount: Int { count("/proc/self/task") }

  /// Mappings of shared memory in this process.
  ///
  /// Read to the end: Foundation assumes 4 KiB for files in /proc.
  package static var sharedMappingCount: Int {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return -1 }
    var bytes = Data()
    while let part = try? file.read(upToCount: 65536), !part.isEmpty { bytes += part }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.count { $0.contains("/dev/shm/tenuto-") }
  }

  private static func count(_ folder: String) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count
  }

  /// Whether a process is alive or a zombie.
  package static func exists(_ identifier: Int32) -> Bool { kill(identifier, 0) == 0 }

  /// The letter of a process's state, such as "Z"; nil if the process does not exist.
  package static func state(_ identifier: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    else { return nil }
    return text.split(separator: ")").last?.split(separator: " ").first.map(String.init)
  }

  /// Stops a process, and waits until none of its threads runs.
  package static func stop(_ identifier: Int32) {
    kill(identifier, SIGSTOP)
    waitForStandstill(of: identifier)
  }

  /// Waits until no thread of a process runs: it is stopped, has ended or has been reaped.
  ///
  /// A signal to a process takes effect only when one of its threads gets a core.
  package static func waitForStandstill(of identifier: Int32) {
    let folder = "/proc/\(identifier)/task"
    _ = eventually {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return threads.compactMap { Int32($0) }.allSatisfy { thread in
        state(thread).map { "TZX".contains($0) } ?? true
      }
    }
  }

  /// Children of this process, zombies included.
  package static var children: [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.flatMap { task in
      let path = "/proc/self/task/\(task)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Names in /dev/shm that the process `identifier` has made.
  package static func sharedMemoryNames(of identifier: Int32) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return names.filter { $0.hasPrefix("tenuto-\(identifier)-") }
  }
}
