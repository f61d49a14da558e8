public import TenutoCore

/// A bundle's description: its executable and its components.
///
/// A bundle is a folder `NAME.tenuto` with the executable and a file `manifest.json`, so that a
/// host lists components without running their code.
///
/// The corresponding Audio Unit entry is `AudioComponents` of an app extension's `Info.plist`.
public struct Manifest: Sendable, Equatable {
  /// The version of the file format that this host writes.
  public static let schema = 2
  /// The versions that it reads; version 1 had no groups, presets, capabilities and MIDI keys.
  public static let readableSchemas = 1...schema
  /// The file's name in the bundle.
  public static let fileName = "manifest.json"
  /// The largest file that is read, in bytes.
  ///
  /// A component of a thousand parameters with a hundred presets stays below it.
  public static let maximumSize = 1 << 24

  /// The name of the executable in the bundle.
  public let executable: String
  /// The components of the executable, without duplicates.
  public let components: [ComponentDescription]
  /// The permissions that the executable needs besides rendering, if the user grants them.
  public let needs: SandboxGrants
  /// The plug-in of another format that its component bridges; nil for a native extension.
  public let source: PluginSource?
  /// One sentence for each unknown key, which was ignored.
  public let warnings: [String]

  /// Creates a manifest; it is checked when it is written.
  public init(
    executable: String, components: [ComponentDescription], needs: SandboxGrants = SandboxGrants(),
    source: PluginSource? = nil
  ) {
    self.init(
      executable: executable, components: components, needs: needs, source: source, warnings: [])
  }

  init(
    executable: String, components: [ComponentDescription], needs: SandboxGrants,
    source: PluginSource?, warnings: [String]
  ) {
    self.source = source
    self.needs = needs
    self.executable = executable
    self.components = components
    self.warnings = warnings
  }
}
