internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The bundles that `PluginScan` has made of installed plug-ins: `$XDG_CACHE_HOME/tenuto/plugins`.
///
/// It is the last folder of the search path. A bundle in it has, besides its manifest, a symbolic
/// link to the bridge and a file `plugin` that tells this which plug-in it is.
public struct PluginCache: Sendable, Equatable {
  /// The folder; it need not be there.
  public let folder: String

  /// Keeps bundles in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The user's own; nil without a home.
  public static func standard(environment: [String: String]) -> PluginCache? {
    // The XDG base directory specification has relative paths ignored.
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

  /// Whether a bundle was made by this host, and so says of its folders what is true.
  func holds(_ bundlePath: String) -> Bool { FileCalls.parent(of: bundlePath) == folder }
}

extension Component {
  /// The folders of libraries that its process maps, for a plug-in's bridge.
  ///
  /// Of a bundle that came from elsewhere nothing is believed.
  package var libraryFolders: [String] {
    guard let source, PluginCache.standard?.holds(bundlePath) == true else { return [] }
    return source.folders
  }
}
