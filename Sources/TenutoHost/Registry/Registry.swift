internal import Glibc
public import TenutoCore
internal import TenutoTransport

/// Finds the components that are installed.
///
/// Reads the manifests of the bundles that lie directly in the folders of the search path, and
/// runs none of their code. A bundle may be a symbolic link.
///
/// The corresponding Audio Unit type is `AVAudioUnitComponentManager`.
public struct Registry: Sendable {
  /// What a bundle's name ends in.
  public static let bundleEnding = ".tenuto"

  /// Where bundles are looked for.
  public let searchPath: SearchPath

  /// Looks for bundles in `searchPath`.
  public init(searchPath: SearchPath) { self.searchPath = searchPath }

  /// Reads all manifests; a bundle that cannot be used becomes a problem, never a failure.
  public func scan() -> Scan {
    var scan = Scan(searchPath: searchPath)
    var kept: [ComponentCode: Component] = [:]
    var folders: Set<[UInt64]> = []
    for folder in searchPath.folders {
      // A folder that is named twice, by way of a link, shadows nothing.
      guard let status = FileCalls.status(folder), folders.insert(status.identity).inserted else {
        continue
      }
      for component in Self.components(in: folder, &scan) {
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

  /// The components that match, in order; none is not an error.
  public func find(_ query: ComponentQuery) -> [Component] { scan().find(query) }

  /// The component with these codes.
  ///
  /// - Throws: `componentNotFound`, with the nearest codes and where was looked.
  public func component(_ code: ComponentCode) throws(HostError) -> Component {
    try scan().component(code)
  }
}

extension Registry {
  /// The components of all bundles of a folder, in the order of the bundles' names.
  static func components(in folder: String, _ scan: inout Scan) -> [Component] {
    do {
      return try FileCalls.names(in: folder)
        .filter { $0.hasSuffix(bundleEnding) && !$0.hasPrefix(".") }
        .flatMap { bundle(folder == "/" ? "/\($0)" : "\(folder)/\($0)", &scan) }
    } catch {
      scan.problems.append(
        HostError(.fileReadFailed, path: folder, "cannot be listed", because: error))
      return []
    }
  }

  /// The components of one bundle; none if there is a problem.
  private static func bundle(_ path: String, _ scan: inout Scan) -> [Component] {
    do {
      let bundle = try ExtensionBundle(path)
      scan.warnings += bundle.manifest.warnings
      return bundle.manifest.components.map {
        Component(
          description: $0, executablePath: bundle.executablePath, bundlePath: path,
          needs: bundle.manifest.needs)
      }
    } catch {
      scan.problems.append(error)
      return []
    }
  }
}

/// One bundle on the disk, whose manifest is well formed and whose executable can be run.
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
        .fileInvalid, "\(executablePath) is no file that may be run; install the extension again.")
    }
  }
}

extension ComponentCode {
  /// In the order of the characters of type, subtype and manufacturer.
  static func < (first: ComponentCode, second: ComponentCode) -> Bool {
    (first.type.rawValue, first.subtype.rawValue, first.manufacturer.rawValue)
      < (second.type.rawValue, second.subtype.rawValue, second.manufacturer.rawValue)
  }
}
