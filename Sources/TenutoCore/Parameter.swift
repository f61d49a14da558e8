/// The address of a parameter, stable for ever.
///
/// The corresponding Audio Unit type is `AUParameterAddress`.
public typealias ParameterAddress = UInt64

/// What a parameter's value means.
///
/// The corresponding Audio Unit type is `AudioUnitParameterUnit`, whose numbers these are.
public enum ParameterUnit: UInt32, Sendable, CaseIterable {
  /// No unit.
  case generic = 0
  /// 0 or 1.
  case boolean = 2
  /// 0...100.
  case percent = 3
  /// Seconds.
  case seconds = 4
  /// Hz.
  case hertz = 8
  /// Hundredths of a semitone.
  case cents = 9
  /// Semitones relative to the played note.
  case relativeSemitones = 10
  /// Decibels.
  case decibels = 13
  /// 0...1.
  case linearGain = 14
  /// Milliseconds.
  case milliseconds = 24
}

extension ParameterUnit {
  /// The unit as it is printed behind a value, such as `"Hz"`; empty for none.
  public var symbol: String {
    switch self {
    case .generic, .boolean, .linearGain: ""
    case .percent: "%"
    case .seconds: "s"
    case .hertz: "Hz"
    case .cents: "ct"
    case .relativeSemitones: "st"
    case .decibels: "dB"
    case .milliseconds: "ms"
    }
  }
}

/// One parameter of a component.
///
/// The corresponding Audio Unit type is `AUParameter`.
public struct Parameter: Sendable, Equatable {
  /// Where events set it; unique in its component and stable for ever.
  public let address: ParameterAddress
  /// A short word for files and command lines, such as `"cutoff"`; unique in its component.
  public let identifier: String
  /// The name that people read.
  public let name: String
  /// The values it takes.
  public let range: ClosedRange<Float>
  /// The value it has at start, within `range`.
  public let defaultValue: Float
  /// What the value means.
  public let unit: ParameterUnit

  /// Describes a parameter; a default outside of `range` is a programmer error and traps.
  public init(
    _ address: ParameterAddress, _ identifier: String, name: String, range: ClosedRange<Float>,
    unit: ParameterUnit = .generic, default defaultValue: Float
  ) {
    precondition(range.contains(defaultValue), "the default of '\(identifier)' is out of range")
    self.address = address
    self.identifier = identifier
    self.name = name
    self.range = range
    self.unit = unit
    self.defaultValue = defaultValue
  }
}
