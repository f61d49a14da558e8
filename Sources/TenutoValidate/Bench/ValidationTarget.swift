internal import TenutoComponents
public import TenutoCore
internal import TenutoSystem

/// What is validated.
public struct ValidationTarget: Sendable, Equatable {
  /// The component.
  public let code: ComponentCode
  /// The file that holds it.
  public let executablePath: String
  /// The bundle that it is in, nil for a bare executable.
  public let bundlePath: String?

  /// Names a component and where it is.
  public init(code: ComponentCode, executablePath: String, bundlePath: String? = nil) {
    self.code = code
    self.executablePath = executablePath
    self.bundlePath = bundlePath
  }

  /// The folders whose libraries its process maps, where it is a plug-in of another format.
  var libraryFolders: [String] {
    guard let bundlePath else { return [] }
    let registry = Registry(searchPath: SearchPath([FileCalls.parent(of: bundlePath)]))
    let component = registry.scan().components.first {
      $0.bundlePath == bundlePath && $0.code == code
    }
    return component?.libraryFolders ?? []
  }
}
