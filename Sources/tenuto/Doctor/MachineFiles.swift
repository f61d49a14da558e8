import TenutoProcess
import TenutoSystem

/// The kernel's files about this machine, in `/proc` and `/sys`.
enum MachineFiles {
  /// The first line of one of these files; nil if it does not exist.
  static func line(_ path: String) -> String? {
    ProcessFile.text(path)?.split(separator: "\n", omittingEmptySubsequences: false).first
      .map(String.init)
  }

  /// The number in one of these files.
  static func number(_ path: String) -> Int? { line(path).flatMap { Int($0) } }

  /// The names of all processes and kernel threads, such as `irq/30-snd_hda`.
  static var processNames: [String] {
    let entries = (try? FileCalls.names(in: "/proc")) ?? []
    return entries.filter { Int($0) != nil }.compactMap { line("/proc/\($0)/comm") }
  }
}
