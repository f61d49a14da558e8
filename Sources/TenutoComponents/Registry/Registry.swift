internal import Glibc
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Finds the installed components.
///
/// Reads the manifests of the bundles that are directly in the folders of the search path, and
/// runs none of their code. A bundle may be a symbolic link.
///
/// The corresponding Audio Unit type is `AVAudioUnitComponentManager`.
public struct Registry: Sendable {
  /// The extension of a bundle's name.
  public static let bundleEnding = ".tenuto"

  /// The folders that are searched for bundles.
  public let searchPath: SearchPath

  /// Creates a registry of the bundles in `searchPath`.
  public init(searchPath: SearchPath) { self.searchPath = searchPath }

  /// Reads all manifests; an unusable bundle becomes a problem, not an error.
  ///
  /// Files that have not changed since this process read them are not read again.
  public func scan() -> Scan { scan(.shared) }

  /// Scans with the cache `memory`.
  func scan(_ memory: ScanMemory) -> Scan {
    var identities: Set<[UInt64]> = []
    // A folder that is named twice, through a link, must not shadow itself.
    let folders = searchPath.folders.filter { folder in
      FileCalls.status(folder).map { identities.insert($0.identity).inserted } ?? false
    }
    let contents = folders.map { folder in
      Result { () throws(SystemError) in try memory.contents(of: folder) }
    }
    let generations = contents.compactMap { try? $0.get().generation }
    let isWhole = generations.count == contents.count
    if isWhole, let scan = memory.scan(searchPath.folders, generations: generations) { return scan }
    let scan = merged(zip(folders, contents))
    if isWhole { memory.keep(scan, of: searchPath.folders, generations: generations) }
    return scan
  }

  private func merged(
    _ folders: some Sequence<(String, Result<FolderContents, SystemError>)>
  ) -> Scan {
    var scan = Scan(searchPath: searchPath)
    var kept: [ComponentCode: Component] = [:]
    for (folder, contents) in folders {
      for component in Self.components(in: folder, contents, &scan) {
        if let first = kept[component.code] {
          scan.shadowed.append(
            Scan.Shadowed(
              code: component.code, keptPath: first.bundlePath, ignoredPath: component.bundlePath))
        } else {
          kept[component.code] = component
        }
      }
    }
    scan.components = kept.values.sorted { $0.code < $1.code }
    return scan
  }

  /// The matching components, in order; none is not an error.
  public func find(_ query: ComponentQuery) -> [Component] { scan().find(query) }

  /// The component with these codes.
  ///
  /// - Throws: `componentNotFound`, with the nearest codes and the search path.
  public func component(_ code: ComponentCode) throws(HostError) -> Component {
    try scan().component(code)
  }
}

extension Registry {
  /// The components of all bundles of a folder, in the order of the bundles' names.
  static func components(in folder: String, _ scan: inout Scan) -> [Component] {
    let contents = Result { () throws(SystemError) in
      try ScanMemory.shared.contents(of: folder)
    }
    return components(in: folder, contents, &scan)
  }

  private static func components(
    in folder: String, _ contents: Result<FolderContents, SystemError>, _ scan: inout Scan
  ) -> [Component] {
    switch contents {
    case .success(let contents):
      return contents.entries.flatMap { components(of: $0, &scan) }
    case .failure(let error):
      scan.problems.append(
        HostError(.fileReadFailed, path: folder, "cannot be listed", because: error))
      return []
    }
  }

  /// The components of one bundle; none if there is a problem.
  private static func components(
    of entry: FolderContents.Entry, _ scan: inout Scan
  ) -> [Component] {
    switch entry {
    case .success(let bundle):
      scan.warnings += bundle.warnings
      return bundle.components
    case .failure(let error):
      scan.problems.append(error)
      return []
    }
  }
}

/// A bundle on the disk with a well-formed manifest and an executable file.
struct ExtensionBundle {
  let path: String
  let manifest: Manifest
  var executablePath: String { "\(path)/\(manifest.executable)" }

  /// Reads the manifest of the bundle at `path`.
  init(_ path: String) throws(HostError) {
    self.path = path
    let manifestPath = "\(path)/\(Manifest.fileName)"
    do {
      let bytes = try FileCalls.read(manifestPath, limit: Manifest.maximumSize)
      manifest = try Manifest(parsing: bytes, path: manifestPath)
    } catch let error as SystemError {
      throw HostError(.manifestInvalid, path: manifestPath, "cannot be read", because: error)
    } catch let error as HostError {
      throw error
    } catch {
      throw .manifest(manifestPath, "cannot be read")
    }
    guard FileCalls.isExecutable(executablePath) else {
      throw HostError(
        .fileInvalid, "\(executablePath) is not an executable file; install the extension again.")
    }
  }
}

extension ComponentCode {
  /// Orders codes by type, subtype and manufacturer.
  static func < (first: ComponentCode, second: ComponentCode) -> Bool {
    (first.type.rawValue, first.subtype.rawValue, first.manufacturer.rawValue)
      < (second.type.rawValue, second.subtype.rawValue, second.manufacturer.rawValue)
  }
}
