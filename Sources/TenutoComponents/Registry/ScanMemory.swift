internal import Synchronization
internal import TenutoTransport

/// The part of the search path that this process has read: unchanged folders are not read again.
///
/// Nothing of it is believed: every scan asks the system for the stamps of each folder, manifest and
/// executable. There is no memory on the disk, which would have to be doubted more: a new process
/// reads a thousand bundles in less than a tenth of a second.
final class ScanMemory: Sendable {
  /// The memory of this process.
  static let shared = ScanMemory()

  private struct State {
    var folders: [String: FolderContents] = [:]
    var scans: [[String]: (generations: [UInt64], scan: Registry.Scan)] = [:]
    var generation: UInt64 = 0
  }

  private let state = Mutex(State())
  /// Nanoseconds that a change must be old for a stamp to be relied on.
  private let margin: Int64
  /// Folders, and search paths, that are kept at most.
  private static let maximumCount = 16

  /// A memory that relies on what has not changed for `margin` nanoseconds when it is read.
  init(margin: Int64 = 3_000_000_000) { self.margin = margin }

  /// What is in the folder at `path` now.
  ///
  /// - Throws: The system's error where it cannot be listed.
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

  /// The scan of `folders` when these were of the same generations.
  func scan(_ folders: [String], generations: [UInt64]) -> Registry.Scan? {
    state.withLock {
      guard let kept = $0.scans[folders], kept.generations == generations else { return nil }
      return kept.scan
    }
  }

  /// Keeps a scan of `folders` for as long as these are of the same generations.
  func keep(_ scan: Registry.Scan, of folders: [String], generations: [UInt64]) {
    state.withLock {
      if $0.scans.count >= Self.maximumCount && $0.scans[folders] == nil { $0.scans = [:] }
      $0.scans[folders] = (generations, scan)
    }
  }
}
