internal import TenutoComponents
public import TenutoCore
internal import TenutoSystem

/// The component to validate.
public struct ValidationTarget: Sendable, Equatable {
  /// The component.
  public let code: ComponentCode
  /// The component's executable.
  public let executablePath: String
  /// The component's bundle, or nil for a bare executable.
  public let bundlePath: String?

  /// Creates a target from a component and its files.
  public init(code: ComponentCode, executablePath: String, bundlePath: String? = nil) {
    self.code = code
    self.executablePath = executablePath
    self.bundlePath = bundlePath
  }

  /// The folders with libraries of a bridged plug-in.
  var libraryFolders: [String] {
    guard let bundlePath else { return [] }
    let registry = Registry(searchPath: SearchPath([FileCalls.parent(of: bundlePath)]))
    let component = registry.scan().components.first {
      $0.bundlePath == bundlePath && $0.code == code
    }
    return component?.libraryFolders ?? []
  }
}
