import FoundationEssentials

/// Absolute paths, for processes with another working folder.
enum AbsolutePath {
  /// Returns the absolute form of `path`.
  static func of(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
