internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// The mounts in an extension's own root, outer ones first.
///
/// Visible files keep their paths; so do the targets of links on the way to them.
struct OwnRoot: Sendable {
  /// A file or folder that is mounted.
  struct Place: Sendable {
    let path: String
    var rights: UInt32
    let isFolder: Bool
  }

  private(set) var places: [Place] = []

  /// Creates the mounts for these files.
  init(_ files: VisibleFiles) {
    var found: [String: Place] = [:]
    for entry in files.entries {
      for path in Self.paths(of: entry.path) {
        guard let isFolder = Self.isFolder(path) else { continue }
        found[path, default: Place(path: path, rights: 0, isFolder: isFolder)].rights |=
          entry.rights
      }
    }
    // A path sorts after the folders that contain it.
    for place in found.values.sorted(by: { $0.path < $1.path }) where !isCovered(place) {
      places.append(place)
    }
  }

  /// Whether all files are granted, or too many for single mounts.
  var isNone: Bool {
    places.count > Int(TENUTO_MAXIMUM_PLACES) || places.contains { $0.path == "/" }
  }

  /// Whether a folder that contains it is mounted with the same rights.
  ///
  /// /proc is always mounted.
  private func isCovered(_ place: Place) -> Bool {
    "\(place.path)/".hasPrefix("/proc/")
      || places.contains { outer in
        outer.isFolder && place.path.hasPrefix(outer.path + "/")
          && outer.rights & place.rights == place.rights
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
  func withPlaces<T>(_ body: (UnsafePointer<tenuto_place>?, CInt) -> T) -> T {
    var names: [CChar] = []
    let starts = places.map { place in
      names += place.path.utf8CString
      return names.count - place.path.utf8CString.count
    }
    return unsafe names.withUnsafeBufferPointer { names in
      guard let base = names.baseAddress else { return body(nil, 0) }
      let all = unsafe zip(starts, places).map { start, place in
        unsafe tenuto_place(
          path: base + start, rights: place.rights, is_folder: place.isFolder ? 1 : 0)
      }
      return unsafe all.withUnsafeBufferPointer { unsafe body($0.baseAddress, CInt($0.count)) }
    }
  }
}
