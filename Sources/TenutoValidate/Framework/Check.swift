internal import TenutoCore

/// The thoroughness of a validation.
public enum Level: String, Sendable, Comparable, CaseIterable {
  /// At most 2 s.
  case quick = "1"
  /// At most 20 s; the default.
  case usual = "5"
  /// At most 3 min.
  case strict = "8"
  /// Random input for a time that the user states; not part of any other level.
  case fuzz = "F"

  /// Orders levels from quick to thorough.
  public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

/// The components to which a check applies.
public enum Applicability: Sendable {
  /// All components.
  case always
  /// Components installed as bundles.
  case bundles
  /// Components with audio inputs.
  case inputs
  /// Components with audio outputs.
  case outputs
  /// Components that play notes.
  case instruments
  /// Components with a MIDI input.
  case midiInputs
  /// Components with MIDI outputs.
  case midiOutputs
  /// Components with parameters.
  case parameters
  /// Components with factory presets.
  case presets
  /// Components with optional busses.
  case optionalBusses
  /// Components with audio outputs that claim that the same input always gives the same output.
  case deterministic

  /// The reason why it does not apply to `description`, or nil if it does.
  func reason(against description: ComponentDescription) -> String? {
    switch self {
    case .always, .bundles: nil
    case .inputs: description.inputs.isEmpty ? "no audio inputs" : nil
    case .outputs: description.outputs.isEmpty ? "no audio outputs" : nil
    case .instruments: description.code.kind == .instrument ? nil : "not an instrument"
    case .midiInputs: description.acceptsMIDI ? nil : "no MIDI input"
    case .midiOutputs: description.midiOutputs.isEmpty ? "no MIDI outputs" : nil
    case .parameters: description.parameters.isEmpty ? "no parameters" : nil
    case .presets: description.presets.isEmpty ? "no factory presets" : nil
    case .optionalBusses:
      (description.inputs + description.outputs).contains(where: \.isOptional)
        ? nil : "no optional busses"
    case .deterministic: Self.reasonAgainstRepeating(description)
    }
  }

  private static func reasonAgainstRepeating(_ description: ComponentDescription) -> String? {
    if description.outputs.isEmpty { return "no audio outputs" }
    return description.isDeterministic ? nil : "not declared deterministic"
  }
}

/// A check of one property of a component.
public struct Check: Sendable {
  /// Its name, such as `"P05"`.
  public let id: String
  /// The property to check.
  public let title: String
  /// The lowest level of validation that includes it.
  public let level: Level
  /// The effect of a failure on users.
  public let why: String
  /// Advice for the author.
  public let fix: String
  /// The time limit in seconds, to which a fuzzer's budget is added.
  public let limit: Double
  /// The components to which it applies.
  public let applicability: Applicability
  let body: @Sendable (CheckContext) throws -> Outcome

  init(
    _ id: String, _ title: String, level: Level, limit: Double = 10,
    for applicability: Applicability = .always, why: String, fix: String,
    _ body: @escaping @Sendable (CheckContext) throws -> Outcome
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.why = why
    self.fix = fix
    self.limit = limit
    self.applicability = applicability
    self.body = body
  }
}
