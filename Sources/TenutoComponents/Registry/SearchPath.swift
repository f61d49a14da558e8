internal import FoundationEssentials

/// The folders that are searched for bundles; the first match wins.
///
/// The standard ones are, in this order:
/// 1. those of `TENUTO_PATH`, separated by colons, if it is set: they come before the others and
///    do not replace them;
/// 2. `$XDG_DATA_HOME/tenuto/extensions`, by default `~/.local/share/tenuto/extensions`;
/// 3. `/usr/local/lib/tenuto/extensions`;
/// 4. `/usr/lib/tenuto/extensions`;
/// 5. `$XDG_CACHE_HOME/tenuto/plugins`, by default `~/.cache/tenuto/plugins`: the plug-ins of other
///    formats that `PluginScan` has found.
public struct SearchPath: Sendable, Equatable, CustomStringConvertible {
  /// The folders, without duplicates; they need not exist.
  public let folders: [String]

  /// Searches these folders; empty names are omitted, relative ones start at the working folder.
  public init(_ folders: [String]) {
    var seen: Set<String> = []
    self.folders = folders.filter { !$0.isEmpty }.map(Self.absolute)
      .filter { seen.insert($0).inserted }
  }

  /// The folders, separated by colons.
  public var description: String { folders.joined(separator: ":") }

  private static func absolute(_ folder: String) -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    if folder.hasPrefix("/") { return "/" + parts }
    let working = FileManager.default.currentDirectoryPath
    return parts.isEmpty ? working : working + (working == "/" ? "" : "/") + parts
  }
}

extension SearchPath {
  /// The standard folders, for the variables of a process's environment.
  public static func standard(environment: [String: String]) -> SearchPath {
    let first = (environment["TENUTO_PATH"] ?? "").split(separator: ":").map(String.init)
    let user = userFolder(environment: environment).map { [$0] } ?? []
    let plugins = PluginCache.standard(environment: environment).map { [$0.folder] } ?? []
    return SearchPath(
      first + user + ["/usr/local/lib/tenuto/extensions", "/usr/lib/tenuto/extensions"] + plugins)
  }

  /// The user's folder for installed extensions; nil without a home.
  public static func userFolder(environment: [String: String]) -> String? {
    // The XDG base directory specification requires ignoring relative paths.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return SearchPath([data + "/tenuto/extensions"]).folders.first
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return SearchPath([home + "/.local/share/tenuto/extensions"]).folders.first
  }
}
