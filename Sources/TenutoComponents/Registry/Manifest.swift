public import TenutoCore

/// A bundle's description of itself: its executable and its components.
///
/// A bundle is a folder `NAME.tenuto` with the executable and a file `manifest.json`, so that a
/// host lists components without running any code of theirs.
///
/// The corresponding Audio Unit entry is `AudioComponents` of an app extension's `Info.plist`.
public struct Manifest: Sendable, Equatable {
  /// The version of the file's form that this host writes.
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
  /// The components that the executable holds, none twice.
  public let components: [ComponentDescription]
  /// What the executable needs besides rendering; it gets it where the user grants it.
  public let needs: SandboxGrants
  /// Which plug-in of another format its component is; nil for an extension of its own.
  public let source: PluginSource?
  /// One sentence for each key that was ignored because it means nothing.
  public let warnings: [String]

  /// Describes a bundle; it is checked when it is written.
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
