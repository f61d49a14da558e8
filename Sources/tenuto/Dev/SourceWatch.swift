import FoundationEssentials
import Glibc

/// The identity of a file's state.
struct FileStamp: Equatable {
  let inode: UInt
  let seconds: Int
  let nanoseconds: Int
  let size: Int

  /// Reads the file's state; nil if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    inode = UInt(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    size = Int(status.st_size)
  }
}

/// Detects changes of a folder's files, or of a file and the files that it imports.
///
/// It polls, because a source tree is small, editors replace files in many ways, and network file
/// systems send no notifications.
struct SourceWatch {
  private let place: Place
  private var stamps: [String: FileStamp]

  private enum Place {
    case folder(String)
    /// A file, and a second file whose lines list its imports, written by the build.
    case file(String, others: String)
  }

  /// A change of the sources.
  enum Change: Equatable {
    case none
    /// Files were written; none was added or removed.
    case contents([String])
    /// Files were added or removed.
    case files
  }

  /// Starts watching `folder`.
  init(folder: String) {
    place = .folder(folder)
    stamps = Self.stamps(of: folder)
  }

  /// Starts watching `file`, and the files that the lines of `others` name.
  init(file: String, others: String) {
    place = .file(file, others: others)
    stamps = Self.stamps(of: file, others)
  }

  /// Returns the change since the last call.
  mutating func look() -> Change {
    let new: [String: FileStamp]
    switch place {
    case .folder(let folder): new = Self.stamps(of: folder)
    case .file(let file, let others):
      new = Self.stamps(of: file, others)
      // Files that the build has newly listed have not changed by that.
      stamps.merge(new) { old, _ in old }
      stamps = stamps.filter { new[$0.key] != nil || FileStamp($0.key) == nil }
    }
    defer { stamps = new }
    guard new.count == stamps.count, new.keys.allSatisfy({ stamps[$0] != nil }) else {
      return .files
    }
    let written = new.filter { stamps[$0.key] != $0.value }.keys.sorted()
    return written.isEmpty ? .none : .contents(written)
  }

  private static func stamps(of file: String, _ others: String) -> [String: FileStamp] {
    let list = FileManager.default.contents(atPath: others) ?? Data()
    let paths = String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
    var stamps: [String: FileStamp] = [:]
    for path in paths + [file] { stamps[path] = FileStamp(path) }
    return stamps
  }

  private static func stamps(of folder: String) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    collect(folder, depth: 0, into: &stamps)
    return stamps
  }

  /// Deeper than any source tree; a link to a parent folder would recurse forever.
  private static let maximumDepth = 16

  private static func collect(
    _ folder: String, depth: Int, into stamps: inout [String: FileStamp]
  ) {
    guard depth < maximumDepth, let directory = unsafe opendir(folder) else { return }
    defer { _ = unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      // Hidden files: build folders, version control, editors' temporary files.
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        collect(path, depth: depth + 1, into: &stamps)
      } else {
        stamps[path] = FileStamp(status)
      }
    }
  }
}
