/// The needs of an executable besides rendering, in a manifest.
struct NeedsEntry: Encodable {
  var files: [Noted<FileNeedEntry>]?
  var network: Bool?
}

/// A file or folder that an executable needs, in a manifest.
struct FileNeedEntry: Encodable {
  var path: String
  var access: String
}

extension NeedsEntry: KeyedContent {
  static let knownKeys: Set<String> = ["files", "network"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    files = try keys.objects("files")
    network = try keys.optionalTruth("network")
  }

  var unknownPaths: [String] { (files ?? []).unknownPaths("files") }

  /// Nil where nothing is needed, so that nothing is written.
  init?(_ needs: SandboxGrants) {
    guard !needs.isEmpty else { return nil }
    files = needs.files.map {
      Noted(FileNeedEntry(path: $0.path, access: $0.access.rawValue))
    }
    network = needs.network ? true : nil
  }
}

extension FileNeedEntry: KeyedContent {
  static let knownKeys: Set<String> = ["path", "access"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    path = try keys.text("path")
    access = try keys.text("access")
  }
}
