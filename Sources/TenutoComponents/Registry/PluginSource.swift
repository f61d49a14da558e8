/// The source of a component that is a plug-in of another format, run by a bridge.
public struct PluginSource: Sendable, Equatable {
  /// The format, such as `"lv2"`.
  public let format: String
  /// The plug-in's name in its format: the URI for LV2, `clap:` and the id for CLAP.
  public let uri: String
  /// The absolute paths of the folders with its code and data.
  public let folders: [String]

  /// Names a plug-in.
  public init(format: String, uri: String, folders: [String]) {
    self.format = format
    self.uri = uri
    self.folders = folders
  }
}

/// The source of a bundle's components, in a manifest.
struct SourceEntry: Encodable {
  var format: String
  var uri: String
  var folders: [String]
}

extension SourceEntry: KeyedContent {
  static let knownKeys: Set<String> = ["format", "uri", "folders"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    format = try keys.text("format")
    uri = try keys.text("uri")
    folders = try keys.texts("folders")
  }

  /// Nil for a component of Tenuto's own format, so that nothing is written.
  init?(_ source: PluginSource?) {
    guard let source else { return nil }
    format = source.format
    uri = source.uri
    folders = source.folders
  }
}

extension ManifestCheck {
  /// The most folders of a plug-in: its own and those of its presets.
  private static let maximumFolderCount = 256

  static func source(_ noted: Noted<SourceEntry>?) throws(ManifestFault) -> PluginSource? {
    guard let entry = noted?.content else { return nil }
    try name(entry.format, "source.format")
    try name(entry.uri, "source.uri")
    guard entry.folders.count <= maximumFolderCount else {
      throw ManifestFault(
        "source.folders", "has \(entry.folders.count) and may have \(maximumFolderCount)")
    }
    for (index, folder) in entry.folders.enumerated() {
      try name(folder, "source.folders[\(index)]")
      guard folder.hasPrefix("/"), !folder.split(separator: "/").contains("..") else {
        throw ManifestFault("source.folders[\(index)]", "is not an absolute path")
      }
    }
    return PluginSource(format: entry.format, uri: entry.uri, folders: entry.folders)
  }
}
