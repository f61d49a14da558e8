import Foundation

/// What the kernel says about this process and others.
package enum ProcessTable {
  /// Open descriptors of this process.
  package static var openDescriptorCount: Int { count("/proc/self/fd") }

  /// Whether this process soon has no more open descriptors than `before`, but for the few that
  /// libraries open for themselves; a leak in a loop of fifty shows.
  package static func hasNoMoreDescriptors(than before: Int) -> Bool {
    eventually { openDescriptorCount <= before + 4 }
  }

  /// Threads of this process.
  package static var threadCount: Int { count("/proc/self/task") }

  /// Mappings of shared memory in this process.
  package static var sharedMappingCount: Int {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    return maps.split(separator: "\n").count { $0.contains("/dev/shm/tenuto-") }
  }

  private static func count(_ folder: String) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count
  }

  /// Whether a process lives or is a zombie.
  package static func exists(_ identifier: Int32) -> Bool { kill(identifier, 0) == 0 }

  /// The letter of a process's state, such as "Z"; nil where there is no process.
  package static func state(_ identifier: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    else { return nil }
    return text.split(separator: ")").last?.split(separator: " ").first.map(String.init)
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
