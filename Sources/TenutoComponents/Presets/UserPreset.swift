public import TenutoCore
public import TenutoSystem

/// A preset that a user has saved.
///
/// The corresponding Audio Unit type is `AUAudioUnitPreset` with a negative number.
public struct UserPreset: Sendable, Equatable {
  /// The name that people read, whatever the file is called.
  public let name: String
  /// What it holds, ready for `Instance.restore`.
  public let state: ComponentState
  /// One sentence for each thing in the file that this component has no use for, such as a
  /// parameter that it had once.
  public let warnings: [String]

  /// States a preset.
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
    /// The name that people read.
    public let name: String
    /// Where it is.
    public let path: String
  }

  /// The presets that can be read, by name.
  public internal(set) var presets: [Entry] = []
  /// One for each file that cannot be used.
  public internal(set) var problems: [HostError] = []
}
