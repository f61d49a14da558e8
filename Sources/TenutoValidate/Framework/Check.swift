internal import TenutoCore

/// How thorough a validation is.
public enum Level: String, Sendable, Comparable, CaseIterable {
  /// At most 2 s.
  case quick = "1"
  /// At most 20 s; what is meant where nothing is said.
  case usual = "5"
  /// At most 3 min.
  case strict = "8"
  /// Random input for a time that the user states; in no other level.
  case fuzz = "F"

  /// Whether `left` is the quicker one.
  public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

/// To which components a check applies.
public enum Applicability: Sendable {
  /// To each.
  case always
  /// To what is installed as a bundle.
  case bundles
  /// To what has audio inputs.
  case inputs
  /// To what has audio outputs.
  case outputs
  /// To what makes sound of notes.
  case instruments
  /// To what takes MIDI.
  case midiInputs
  /// To what has MIDI outputs.
  case midiOutputs
  /// To what has parameters.
  case parameters
  /// To what has factory presets.
  case presets
  /// To what has busses that a host may leave out.
  case optionalBusses
  /// To what says that the same input always gives the same output, and has audio outputs.
  case deterministic

  /// Why it does not apply to `description`; nil where it does.
  func reason(against description: ComponentDescription) -> String? {
    switch self {
    case .always, .bundles: nil
    case .inputs: description.inputs.isEmpty ? "no audio inputs" : nil
    case .outputs: description.outputs.isEmpty ? "no audio outputs" : nil
    case .instruments: description.code.kind == .instrument ? nil : "no instrument"
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
    return description.isDeterministic ? nil : "not said to be deterministic"
  }
}

/// One thing that is looked at in a component.
public struct Check: Sendable {
  /// Its name, such as `"P05"`.
  public let id: String
  /// What is checked.
  public let title: String
  /// From which level on it belongs to a validation.
  public let level: Level
  /// Why a user suffers where it fails.
  public let why: String
  /// What an author does then.
  public let mend: String
  /// Seconds after which the check is ended; a fuzzer's budget comes on top.
  public let limit: Double
  /// To which components it applies.
  public let applicability: Applicability
  let body: @Sendable (CheckContext) throws -> Outcome

  init(
    _ id: String, _ title: String, level: Level, limit: Double = 10,
    for applicability: Applicability = .always, why: String, mend: String,
    _ body: @escaping @Sendable (CheckContext) throws -> Outcome
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.why = why
    self.mend = mend
    self.limit = limit
    self.applicability = applicability
    self.body = body
  }
}
