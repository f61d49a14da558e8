public import TenutoCore
public import TenutoSystem

/// A preset that a user has saved.
///
/// The corresponding Audio Unit type is `AUAudioUnitPreset` with a negative number.
public struct UserPreset: Sendable, Equatable {
  /// The name shown to users, whatever the file's name is.
  public let name: String
  /// The state, ready for `Instance.restore`.
  public let state: ComponentState
  /// One sentence for each part of the file that this component cannot use, such as a parameter
  /// that it no longer has.
  public let warnings: [String]

  /// Creates a preset.
  public init(name: String, state: ComponentState, warnings: [String] = []) {
    self.name = name
    self.state = state
    self.warnings = warnings
  }
}

/// The content of a component's folder of presets.
public struct UserPresetList: Sendable, Equatable {
  /// A preset's name and its file.
  public struct Entry: Sendable, Equatable {
    /// The name shown to users.
    public let name: String
    /// Its location.
    public let path: String
  }

  /// The presets that can be read, by name.
  public internal(set) var presets: [Entry] = []
  /// One for each file that cannot be used.
  public internal(set) var problems: [HostError] = []
}
