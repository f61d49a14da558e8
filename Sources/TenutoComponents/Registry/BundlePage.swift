internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The page for browsers that a bundle brings: static files in its folder `page`.
enum BundlePage {
  /// The folder in a bundle.
  static let folder = "page"
  /// The file that a page begins with.
  private static let start = "index.html"
  /// Files and bytes of a page at most.
  private static let (fileLimit, byteLimit) = (256, 16 << 20)

  /// A file of a page, on its way into a bundle.
  struct File {
    let path: String
    /// The path in the folder of the page.
    let name: String

    /// Copies the page to its location in a bundle.
    func copy(into bundle: String) throws(SystemError) {
      let target = "\(bundle)/\(BundlePage.folder)/\(name)"
      try FileCalls.makeFolders(FileCalls.parent(of: target))
      try FileCalls.copy(path, to: target, mode: 0o644)
    }
  }

  /// The files of a page in a folder, in order; empty without a page, unless it `isWanted`.
  ///
  /// - Throws: `.fileInvalid` for a folder without a start page, with links, or with too many files.
  static func files(in folder: String, isWanted: Bool) throws(HostError) -> [File] {
    guard isWanted || FileCalls.status("\(folder)/\(start)") != nil else { return [] }
    var files: [File] = []
    try collect(folder, "", into: &files)
    guard files.contains(where: { $0.name == start }) else {
      throw HostError(.fileInvalid, "The page in \(folder) has no \(start).")
    }
    return files
  }

  private static func collect(
    _ folder: String, _ prefix: String, into files: inout [File]
  ) throws(HostError) {
    let names: [String]
    do throws(SystemError) { names = try FileCalls.names(in: folder) } catch {
      throw HostError(.fileReadFailed, path: folder, "cannot be listed", because: error)
    }
    for name in names where !name.hasPrefix(".") {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard unsafe lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: files.append(File(path: path, name: prefix + name))
      case S_IFDIR: try collect(path, "\(prefix)\(name)/", into: &files)
      default:
        throw HostError(
          .fileInvalid, "\(path) is neither a file nor a folder; a page has only those.")
      }
      guard files.count <= fileLimit, status.st_size <= byteLimit else {
        throw HostError(
          .fileInvalid,
          "The page in \(folder) is too large; it has \(fileLimit) files of \(byteLimit >> 20) MiB at most."
        )
      }
    }
  }
}
