/// The permanent address of a parameter.
///
/// The corresponding Audio Unit type is `AUParameterAddress`.
public typealias ParameterAddress = UInt64

/// Options for the use and the display of a parameter.
///
/// The corresponding Audio Unit type is `AudioUnitParameterOptions`.
public struct ParameterFlags: OptionSet, Sendable, Hashable {
  /// The flags as bits.
  public let rawValue: UInt32

  /// Creates flags from bits; unknown ones are kept.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Only the extension changes it: a meter (`kAudioUnitParameterFlag_MeterReadOnly`).
  public static let readOnly = ParameterFlags(rawValue: 1)
  /// A control shows it on a logarithmic scale (`…Flag_DisplayLogarithmic`).
  public static let logarithmic = ParameterFlags(rawValue: 2)
  /// Hidden from users (`…Flag_ExpertMode`).
  public static let hidden = ParameterFlags(rawValue: 4)
  /// The kernel accepts `Event.ramp` for it (`…Flag_CanRamp`); other parameters get steps from the
  /// SDK.
  public static let canRamp = ParameterFlags(rawValue: 8)
  /// Not for automation: changing it while sound runs may click (`…Flag_NonRealTime`).
  public static let notAutomatable = ParameterFlags(rawValue: 16)
}

/// One parameter of a component.
///
/// The corresponding Audio Unit type is `AUParameter`.
public struct Parameter: Sendable, Equatable {
  /// The address for events; unique in its component and permanent.
  public let address: ParameterAddress
  /// A short word for files and command lines, such as `"cutoff"`; unique in its component.
  public let identifier: String
  /// The name shown to users.
  public let name: String
  /// The path of the group that it is in, such as `"filter.envelope"`; empty for none.
  public let group: String
  /// The values it takes.
  public let range: ClosedRange<Float>
  /// The value it has at start, within `range`.
  public let defaultValue: Float
  /// The meaning of the value.
  public let unit: ParameterUnit
  /// The name of the unit if `unit` is `.custom`, else empty.
  public let unitName: String
  /// Its capabilities and display.
  public let flags: ParameterFlags
  /// The names of the whole values from the range's lower bound on; empty for no enumeration.
  public let valueNames: [String]
  /// Parameters whose values or meaning change with this one.
  public let dependents: [ParameterAddress]

  /// Describes a parameter; a default outside of `range` is a programmer error and traps.
  public init(
    _ address: ParameterAddress, _ identifier: String, name: String, group: String = "",
    range: ClosedRange<Float>, unit: ParameterUnit = .generic, unitName: String = "",
    default defaultValue: Float, flags: ParameterFlags = [], valueNames: [String] = [],
    dependents: [ParameterAddress] = []
  ) {
    precondition(range.contains(defaultValue), "the default of '\(identifier)' is out of range")
    self.address = address
    self.identifier = identifier
    self.name = name
    self.group = group
    self.range = range
    self.unit = unit
    self.unitName = unitName
    self.defaultValue = defaultValue
    self.flags = flags
    self.valueNames = valueNames
    self.dependents = dependents
  }

  /// Describes a choice between named values, numbered from 0.
  public init(
    _ address: ParameterAddress, _ identifier: String, name: String, group: String = "",
    choices: [String], default defaultChoice: Int = 0, flags: ParameterFlags = []
  ) {
    self.init(
      address, identifier, name: name, group: group, range: 0...Float(max(1, choices.count) - 1),
      unit: .indexed, default: Float(defaultChoice), flags: flags, valueNames: choices)
  }

  /// Describes a switch.
  public init(
    _ address: ParameterAddress, _ identifier: String, name: String, group: String = "",
    isOn: Bool, flags: ParameterFlags = []
  ) {
    self.init(
      address, identifier, name: name, group: group, range: 0...1, unit: .boolean,
      default: isOn ? 1 : 0, flags: flags)
  }
}

extension Parameter {
  /// `value` limited to the range, and rounded if only whole numbers are valid; the default for
  /// NaN.
  public func clamped(_ value: Float) -> Float {
    guard value == value else { return defaultValue }
    let bounded = min(max(value, range.lowerBound), range.upperBound)
    return unit.isWhole ? bounded.rounded() : bounded
  }
}

/// A parameter's value, as states and presets hold it.
public struct ParameterValue: Sendable, Hashable, BitwiseCopyable {
  /// The parameter.
  public let address: ParameterAddress
  /// Its value, in its unit.
  public let value: Float

  /// States a value.
  public init(_ address: ParameterAddress, _ value: Float) {
    self.address = address
    self.value = value
  }
}
