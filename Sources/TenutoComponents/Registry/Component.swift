public import TenutoCore

/// A component, with the location of its installation.
public struct Component: Sendable, Equatable {
  /// Its description from the manifest.
  public let description: ComponentDescription
  /// The executable that contains it.
  public let executablePath: String
  /// The bundle, a folder `NAME.tenuto`; empty if it is not installed.
  public let bundlePath: String
  /// The permissions that its executable needs besides rendering.
  public let needs: SandboxGrants
  /// The plug-in of another format that it bridges; nil for a native extension.
  public let source: PluginSource?

  /// Creates a component of an executable; an empty `bundlePath` means that it is not installed.
  public init(
    description: ComponentDescription, executablePath: String, bundlePath: String = "",
    needs: SandboxGrants = SandboxGrants(), source: PluginSource? = nil
  ) {
    self.source = source
    self.needs = needs
    self.description = description
    self.executablePath = executablePath
    self.bundlePath = bundlePath
  }

  /// Its three codes.
  public var code: ComponentCode { description.code }
}
