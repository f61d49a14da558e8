internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The bundles that `PluginScan` creates for installed plug-ins: `$XDG_CACHE_HOME/tenuto/plugins`.
///
/// It is the last folder of the search path. A bundle in it has a manifest, a symbolic link to the
/// bridge, and a file `plugin` that names the plug-in to load.
public struct PluginCache: Sendable, Equatable {
  /// The folder; it need not exist.
  public let folder: String

  /// Keeps bundles in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The user's own; nil without a home.
  public static func standard(environment: [String: String]) -> PluginCache? {
    // The XDG base directory specification requires ignoring relative paths.
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return PluginCache(folder: cache + "/tenuto/plugins")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return PluginCache(folder: home + "/.cache/tenuto/plugins")
  }

  /// The cache for the environment of this process.
  static var standard: PluginCache? {
    var environment: [String: String] = [:]
    for name in ["XDG_CACHE_HOME", "HOME"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return standard(environment: environment)
  }

  /// Whether this host created a bundle, so that its folders can be trusted.
  func holds(_ bundlePath: String) -> Bool { FileCalls.parent(of: bundlePath) == folder }
}

extension Component {
  /// The library folders that the bridge of a plug-in maps.
  ///
  /// A bundle from elsewhere is not trusted, and has none.
  package var libraryFolders: [String] {
    guard let source, PluginCache.standard?.holds(bundlePath) == true else { return [] }
    return source.folders
  }
}
