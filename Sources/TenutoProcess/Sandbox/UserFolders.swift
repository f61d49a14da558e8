internal import Glibc

/// The folders of the user that runs the host.
enum UserFolders {
  /// The user's home folder, or nil.
  static var home: String? {
    guard let value = unsafe getenv("HOME") else { return nil }
    let home = unsafe String(cString: value)
    return home.hasPrefix("/") ? home : nil
  }

  /// `path` with `~/` expanded.
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// The folder of the user's settings, or nil without a home folder.
  static var configuration: String? {
    // The XDG base directory specification requires ignoring relative paths.
    if let value = unsafe getenv("XDG_CONFIG_HOME") {
      let folder = unsafe String(cString: value)
      if folder.hasPrefix("/") { return folder + "/tenuto" }
    }
    return home.map { $0 + "/.config/tenuto" }
  }
}
