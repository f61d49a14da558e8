internal import Glibc
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Installs and removes bundles.
///
/// A bundle appears complete or not at all: it is created under a hidden name in the same folder,
/// synced, and renamed. The next installer in the folder cleans up after a killed one; installers
/// lock the folder.
///
/// Thread: control.
public enum Installer {
  /// The prefix of unfinished bundles: hidden, so that no scan sees them.
  package static let newPrefix = ".tenuto-new-"
  /// The prefix of bundles that are being replaced or removed.
  static let oldPrefix = ".tenuto-old-"

  /// The executable of `source`, which can be asked for its components.
  ///
  /// - Parameter source: An executable file, or a bundle with a manifest.
  /// - Returns: The executable's path.
  /// - Throws: `fileNotFound`, `fileInvalid` or `manifestInvalid`.
  public static func executable(in source: String) throws(HostError) -> String {
    guard let status = FileCalls.status(source) else {
      throw HostError(.fileNotFound, "\(source) is not there; check the name.")
    }
    if status.isFolder { return try ExtensionBundle(source).executablePath }
    guard FileCalls.isExecutable(source) else {
      throw HostError(
        .fileInvalid, "\(source) is not an executable file; give an executable or a bundle.")
    }
    return source
  }

  /// Installs an executable as the bundle `NAME.tenuto`, and replaces a bundle of that name.
  ///
  /// Copies the executable (mode 0755), the files of its page (0644), and writes the manifest (0644);
  /// nothing else of a bundle is copied.
  ///
  /// - Parameters:
  ///   - source: An executable file, or a bundle; it gives the bundle its name.
  ///   - name: Another name for the bundle, without the ending.
  ///   - descriptions: The components of the executable, as it described them.
  ///   - needs: The permissions that it needs; empty for those of a bundle's own manifest.
  ///   - page: A folder with its page for browsers; nil for the bundle's page.
  ///   - folder: The folder for the bundle; it is created if missing.
  /// - Returns: The path of the bundle.
  /// - Throws: `alreadyInstalled` if another bundle of the folder has one of the components, or the
  ///   error in the source, the descriptions or the folder.
  public static func install(
    _ source: String, name: String? = nil, descriptions: [ComponentDescription],
    needs: SandboxGrants = SandboxGrants(), page: String? = nil, into folder: String
  ) throws(HostError) -> String {
    let executablePath = try executable(in: source)
    let manifest = Manifest(
      executable: FileCalls.lastName(of: executablePath), components: descriptions,
      // Otherwise a bundle's manifest has them.
      needs: needs.isEmpty
        ? (try? ExtensionBundle(source))?.manifest.needs ?? SandboxGrants() : needs)
    let bytes = try manifest.serialized(path: "The manifest of \(source)")
    let bundleName = try bundleName(name ?? FileCalls.lastName(of: source))
    let pageFiles = try BundlePage.files(
      in: page ?? "\(source)/\(BundlePage.folder)", isWanted: page != nil)
    do {
      try FileCalls.makeFolders(folder)
      let lock = try FileCalls.lock(folder)
      defer { FileCalls.unlock(lock) }
      try recover(folder)
      try refuseTwins(of: bundleName, descriptions, in: folder)
      let temporary = try FileCalls.makeTemporaryFolder("\(folder)/\(newPrefix)")
      do {
        try FileCalls.copy(executablePath, to: "\(temporary)/\(manifest.executable)", mode: 0o755)
        try FileCalls.create("\(temporary)/\(Manifest.fileName)", mode: 0o644, bytes)
        for file in pageFiles { try file.copy(into: temporary) }
        try FileCalls.synchronize(temporary)
        try put(temporary, at: bundleName, in: folder)
      } catch {
        try? FileCalls.remove(temporary)
        throw error
      }
    } catch {
      throw wrapped(error, "\(folder)/\(bundleName)", "cannot be installed")
    }
    return "\(folder)/\(bundleName)"
  }

  /// Removes the bundle of a component from the first folder in which the user may write.
  ///
  /// Other components of the same bundle go with it.
  ///
  /// - Returns: The path of the bundle that was removed.
  /// - Throws: `componentNotFound`, or `permissionDenied` if it is only where the user may not
  ///   write.
  @discardableResult
  public static func uninstall(
    _ code: ComponentCode, searchPath: SearchPath
  ) throws(HostError) -> String {
    var denied: [String] = []
    for folder in searchPath.folders {
      var scan = Registry.Scan(searchPath: searchPath)
      let found = Registry.components(in: folder, &scan).first { $0.code == code }
      guard let path = found?.bundlePath else { continue }
      do {
        try removeBundle(FileCalls.lastName(of: path), from: folder)
        return path
      } catch  where [EACCES, EPERM, EROFS].contains(error.code) {
        denied.append(path)
      } catch {
        throw HostError(.fileWriteFailed, path: path, "cannot be removed", because: error)
      }
    }
    guard let path = denied.first else {
      throw Registry(searchPath: searchPath).scan().notFound(code)
    }
    throw HostError(
      .permissionDenied,
      "\(path) is in a folder that you may not write to; remove it as its owner (sudo).")
  }
}

// MARK: - Steps

extension Installer {
  private static func bundleName(_ name: String) throws(HostError) -> String {
    let ending = Registry.bundleEnding
    let stem = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    do {
      try ManifestCheck.fileName(stem, "The name of the bundle")
    } catch {
      throw HostError(.fileInvalid, "\(error); give it another name.")
    }
    guard !stem.hasPrefix("."), stem.utf8.count <= 200 else {
      throw HostError(
        .fileInvalid,
        "'\(stem)' is hidden or longer than 200 bytes; give the bundle another name.")
    }
    return stem + ending
  }

  /// Refuses components that another bundle of the folder has: one of the two would never be found.
  private static func refuseTwins(
    of bundleName: String, _ descriptions: [ComponentDescription], in folder: String
  ) throws(HostError) {
    let codes = Set(descriptions.map(\.code))
    var scan = Registry.Scan(searchPath: SearchPath([folder]))
    for other in Registry.components(in: folder, &scan) where codes.contains(other.code) {
      if FileCalls.lastName(of: other.bundlePath) == bundleName { continue }
      throw HostError(
        .alreadyInstalled,
        """
        The component '\(other.code)' is in \(other.bundlePath) already; \
        remove that first with 'tenuto uninstall \(other.code)'.
        """)
    }
  }

  /// Renames the finished bundle, after moving away an older one of that name.
  private static func put(
    _ temporary: String, at bundleName: String, in folder: String
  ) throws(SystemError) {
    let path = "\(folder)/\(bundleName)"
    let old = "\(folder)/\(oldPrefix)\(bundleName)"
    let isReplacing = FileCalls.exists(path)
    if isReplacing { try FileCalls.rename(path, to: old) }
    do {
      try FileCalls.rename(temporary, to: path)
    } catch {
      if isReplacing { try? FileCalls.rename(old, to: path) }
      throw error
    }
    try FileCalls.synchronize(folder)
    // The new bundle is in place; the next installer removes the leftovers.
    if isReplacing { try? FileCalls.remove(old) }
  }

  private static func removeBundle(
    _ bundleName: String, from folder: String
  ) throws(SystemError) {
    let lock = try FileCalls.lock(folder)
    defer { FileCalls.unlock(lock) }
    // With the prefix of new bundles: if this is interrupted, the rest is removed, not restored.
    let away = "\(folder)/\(newPrefix)\(bundleName)"
    if FileCalls.exists(away) { try FileCalls.remove(away) }
    try FileCalls.rename("\(folder)/\(bundleName)", to: away)
    try FileCalls.synchronize(folder)
    try? FileCalls.remove(away)
  }

  /// Cleans up after killed installers; call it with the folder locked.
  ///
  /// Removes unfinished bundles, and restores a bundle that was moved away and not replaced.
  static func recover(_ folder: String) throws(SystemError) {
    for name in try FileCalls.names(in: folder) {
      if name.hasPrefix(newPrefix) { try FileCalls.remove("\(folder)/\(name)") }
      guard name.hasPrefix(oldPrefix) else { continue }
      let path = "\(folder)/\(name.dropFirst(oldPrefix.count))"
      if FileCalls.exists(path) {
        try FileCalls.remove("\(folder)/\(name)")
      } else {
        try FileCalls.rename("\(folder)/\(name)", to: path)
      }
    }
  }

  private static func wrapped(_ error: any Error, _ path: String, _ doing: String) -> HostError {
    switch error {
    case let error as HostError: error
    case let error as SystemError:
      HostError(.fileWriteFailed, path: path, doing, because: error)
    default: HostError(.fileWriteFailed, "\(path) \(doing): \(error).")
    }
  }
}
