public import TenutoCore

/// A component that is installed, and where.
public struct Component: Sendable, Equatable {
  /// What its manifest says of it.
  public let description: ComponentDescription
  /// The executable that holds it.
  public let executablePath: String
  /// The bundle, a folder `NAME.tenuto`; empty if it is not installed.
  public let bundlePath: String
  /// What its executable needs besides rendering.
  public let needs: SandboxGrants
  /// Which plug-in of another format it is; nil for an extension of its own.
  public let source: PluginSource?

  /// A component of an executable, installed in the bundle at `bundlePath` or, if that is empty,
  /// nowhere.
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
