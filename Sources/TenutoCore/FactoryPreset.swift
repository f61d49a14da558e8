/// A preset supplied with a component.
///
/// The corresponding Audio Unit type is `AUAudioUnitPreset` with a number of 0 or more.
public struct FactoryPreset: Sendable, Equatable {
  /// Its permanent number, 0 or more.
  public let number: Int32
  /// The name shown to users.
  public let name: String
  /// Values of parameters; parameters that are not named take their defaults.
  public let values: [ParameterValue]

  /// Describes a preset.
  public init(_ number: Int32, name: String, values: [ParameterValue] = []) {
    self.number = number
    self.name = name
    self.values = values
  }
}
