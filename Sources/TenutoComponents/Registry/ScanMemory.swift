internal import Synchronization
internal import TenutoTransport

/// The part of the search path that this process has read: unchanged folders are not read again.
///
/// The cache is verified: every scan asks the system for the stamps of each folder, manifest and
/// executable. There is no cache on the disk, which would be harder to verify: a new process reads
/// a thousand bundles in less than a tenth of a second.
final class ScanMemory: Sendable {
  /// The memory of this process.
  static let shared = ScanMemory()

  private struct State {
    var folders: [String: FolderContents] = [:]
    var scans: [[String]: (generations: [UInt64], scan: Registry.Scan)] = [:]
    var generation: UInt64 = 0
  }

  private let state = Mutex(State())
  /// The age in nanoseconds from which a stamp is reliable.
  private let margin: Int64
  /// The most folders and search paths that are kept.
  private static let maximumCount = 16

  /// Creates a cache that relies on files that were unchanged for `margin` nanoseconds when read.
  init(margin: Int64 = 3_000_000_000) { self.margin = margin }

  /// The current contents of the folder at `path`.
  ///
  /// - Throws: The system's error if it cannot be listed.
  func contents(of path: String) throws(SystemError) -> FolderContents {
    let old = state.withLock { $0.folders[path] }
    let contents = try FolderContents.read(path, old: old, margin: margin) {
      state.withLock {
        $0.generation += 1
        return $0.generation
      }
    }
    state.withLock {
      if $0.folders.count >= Self.maximumCount && $0.folders[path] == nil { $0.folders = [:] }
      $0.folders[path] = contents
    }
    return contents
  }

  /// The scan of `folders` at the same generations, if it is kept.
  func scan(_ folders: [String], generations: [UInt64]) -> Registry.Scan? {
    state.withLock {
      guard let kept = $0.scans[folders], kept.generations == generations else { return nil }
      return kept.scan
    }
  }

  /// Keeps a scan of `folders` for as long as their generations stay the same.
  func keep(_ scan: Registry.Scan, of folders: [String], generations: [UInt64]) {
    state.withLock {
      if $0.scans.count >= Self.maximumCount && $0.scans[folders] == nil { $0.scans = [:] }
      $0.scans[folders] = (generations, scan)
    }
  }
}
