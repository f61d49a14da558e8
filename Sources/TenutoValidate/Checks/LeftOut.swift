/// A check that other validators or the plan have, and this one does not.
public struct LeftOutCheck: Sendable {
  /// Its name.
  public let id: String
  /// The subject of the check.
  public let title: String
  /// The reason why it is missing.
  public let reason: String
}

extension CheckList {
  /// The missing checks, with reasons.
  public static let leftOut: [LeftOutCheck] = [
    .init(id: "A02", title: "In-place and out-of-place rendering are equal", reason: inPlace),
    .init(id: "A14", title: "64-bit samples", reason: "samples are Float32 only"),
    .init(id: "D10", title: "Contact addresses are reachable", reason: "would use the network"),
    .init(id: "M07", title: "MIDI mapping names parameters", reason: "there is no such request"),
    .init(id: "P11", title: "Per-note modulation", reason: "there is no such event"),
    .init(id: "P13", title: "The bypass parameter is transparent", reason: bypass),
    .init(id: "R03", title: "RealtimeSanitizer", reason: "static executables cannot be preloaded"),
    .init(id: "R05", title: "The realtime flag is true", reason: "there is no such flag"),
    .init(id: "T03", title: "Required context is declared", reason: "nothing is declared"),
    .init(id: "Z04", title: "Sanitized build", reason: "needs the component's sources"),
  ]

  private static let bypass =
    "components have none: the host plays the dry input, later by the latency that B09 measures"

  private static let inPlace = "inputs and outputs are two segments: it cannot be done in place"

  /// The check with a name, or nil.
  public static func check(_ id: String) -> Check? { all.first { $0.id == id } }
}
