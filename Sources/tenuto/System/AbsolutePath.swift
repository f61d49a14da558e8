import FoundationEssentials

/// Paths for another process, which may run in another folder.
enum AbsolutePath {
  /// `path` from the root on.
  static func of(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
