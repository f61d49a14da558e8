import Foundation

/// The resources of this process.
struct ResourceCounts {
  var descriptors: Int
  var threads: Int
  var residentBytes: Int
  var children: Int

  /// The current values.
  static var now: ResourceCounts {
    ResourceCounts(
      descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"),
      residentBytes: residentBytes, children: childCount)
  }

  private static func count(_ folder: String) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  private static var childCount: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let path = "/proc/self/task/\(task)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return sum + text.split(separator: " ").count
    }
  }

  /// Whether the values returned to `before`, with a margin for memory that libraries keep.
  func isAtMost(_ before: ResourceCounts) -> Bool {
    descriptors <= before.descriptors + 4 && threads <= before.threads + 4
      && children <= before.children && residentBytes <= before.residentBytes + (8 << 20)
  }
}
