import Glibc

/// Notices that the files of a folder have changed.
///
/// It looks instead of being told: a source tree is small, editors replace files in many ways, and
/// network folders tell nothing.
struct SourceWatch {
  private let folder: String
  private var stamp: Set<Stamp>

  /// A file as it was.
  private struct Stamp: Hashable {
    let path: String
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  /// Watches `folder` from now on.
  init(folder: String) {
    self.folder = folder
    stamp = Self.stamp(of: folder)
  }

  /// Whether a file was added, removed or written since the last call.
  mutating func hasChanged() -> Bool {
    let new = Self.stamp(of: folder)
    defer { stamp = new }
    return new != stamp
  }

  private static func stamp(of folder: String) -> Set<Stamp> {
    var stamps: Set<Stamp> = []
    collect(folder, depth: 0, into: &stamps)
    return stamps
  }

  /// Deeper than anybody nests sources; a link to a folder above would go on for ever.
  private static let maximumDepth = 16

  private static func collect(_ folder: String, depth: Int, into stamps: inout Set<Stamp>) {
    guard depth < maximumDepth, let directory = unsafe opendir(folder) else { return }
    defer { _ = unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      // Hidden: build folders, version control, editors' temporary files.
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        collect(path, depth: depth + 1, into: &stamps)
      } else {
        stamps.insert(
          Stamp(
            path: path, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            size: Int(status.st_size)))
      }
    }
  }
}
