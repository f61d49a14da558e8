internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// The mounts in an extension's private root, outer ones first.
///
/// Visible files keep their paths; so do the targets of links on the way to them.
struct PrivateRoot: Sendable {
  /// A file or folder that is mounted.
  struct Mount: Sendable {
    let path: String
    var rights: UInt32
    let isFolder: Bool
  }

  private(set) var mounts: [Mount] = []

  /// Creates the mounts for these files.
  init(_ files: VisibleFiles) {
    var found: [String: Mount] = [:]
    for entry in files.entries {
      for path in Self.paths(of: entry.path) {
        guard let isFolder = Self.isFolder(path) else { continue }
        found[path, default: Mount(path: path, rights: 0, isFolder: isFolder)].rights |=
          entry.rights
      }
    }
    // A path sorts after the folders that contain it.
    for mount in found.values.sorted(by: { $0.path < $1.path }) where !isCovered(mount) {
      mounts.append(mount)
    }
  }

  /// Whether all files are granted, or too many for single mounts.
  var isNone: Bool {
    mounts.count > Int(TENUTO_MAXIMUM_MOUNTS) || mounts.contains { $0.path == "/" }
  }

  /// Whether a folder that contains it is mounted with the same rights.
  ///
  /// /proc is always mounted.
  private func isCovered(_ mount: Mount) -> Bool {
    "\(mount.path)/".hasPrefix("/proc/")
      || mounts.contains { outer in
        outer.isFolder && mount.path.hasPrefix(outer.path + "/")
          && outer.rights & mount.rights == mount.rights
      }
  }

  /// The path itself, and the targets of links.
  private static func paths(of path: String) -> [String] {
    var trimmed = path
    while trimmed.count > 1 && trimmed.hasSuffix("/") { trimmed.removeLast() }
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isPlain = trimmed.hasPrefix("/") && !parts.contains { ["", ".", ".."].contains($0) }
    guard let resolved = unsafe realpath(trimmed, nil) else { return [] }
    defer { unsafe free(resolved) }
    let target = unsafe String(cString: resolved)
    return isPlain && trimmed != target ? [trimmed, target] : [target]
  }

  /// Whether it is a folder; nil if it does not exist.
  private static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Passes the mounts to C.
  func withMounts<T>(_ body: (UnsafePointer<tenuto_mount>?, CInt) -> T) -> T {
    var names: [CChar] = []
    let starts = mounts.map { mount in
      names += mount.path.utf8CString
      return names.count - mount.path.utf8CString.count
    }
    return unsafe names.withUnsafeBufferPointer { names in
      guard let base = names.baseAddress else { return body(nil, 0) }
      let all = unsafe zip(starts, mounts).map { start, mount in
        unsafe tenuto_mount(
          path: base + start, rights: mount.rights, is_folder: mount.isFolder ? 1 : 0)
      }
      return unsafe all.withUnsafeBufferPointer { unsafe body($0.baseAddress, CInt($0.count)) }
    }
  }
}
