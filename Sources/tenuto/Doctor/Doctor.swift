/// Examines the machine, and applies fixes.
enum Doctor {
  /// A heading, and the checks below it.
  struct Section {
    let title: String
    let check: @Sendable () -> [Diagnosis]
  }

  /// All checks, in the order in which they are shown.
  static let sections = [
    Section(title: "Realtime", check: { RealtimeChecks.all }),
    Section(title: "Machine", check: { CoreChecks.all }),
    Section(title: "Sound server", check: { SoundServerChecks.all }),
    Section(title: "Sandbox", check: { SandboxChecks.all }),
    Section(title: "Tenuto", check: { ComponentChecks.all }),
    Section(title: "Other programs", check: { Tools.all }),
  ]

  /// The results of all checks of a section.
  struct Findings {
    let title: String
    let diagnoses: [Diagnosis]
  }

  /// Runs all checks.
  static func examine() -> [Findings] {
    sections.map { Findings(title: $0.title, diagnoses: $0.check()) }
  }

  /// Applies the fixes of diagnoses that have one; a fix that fails is reported.
  ///
  /// - Returns: Whether anything was fixed.
  static func fix(_ findings: [Findings]) -> Bool {
    var isChanged = false
    for diagnosis in findings.flatMap(\.diagnoses) {
      guard let fix = diagnosis.fix else { continue }
      do {
        try fix.apply()
        Output.note(fix.deed)
        isChanged = true
      } catch {
        let reason = Failure(error)?.message ?? "\(error)"
        Output.note("\(diagnosis.title) could not be fixed: \(reason)")
      }
    }
    return isChanged
  }
}

extension [Doctor.Findings] {
  /// The lines of `tenuto doctor`.
  var lines: [String] {
    flatMap { section in
      ["\(section.title):"] + section.diagnoses.flatMap(\.lines) + [""]
    }.dropLast()
  }

  /// Whether something that Tenuto needs does not work.
  var isBroken: Bool { contains { $0.diagnoses.contains { $0.condition == .broken } } }
}

extension Diagnosis {
  /// The finding; below it the cost and the command.
  fileprivate var lines: [String] {
    let mark =
      switch condition {
      case .fine: "ok    "
      case .costly: "cost  "
      case .broken: "broken"
      }
    let details =
      [cost.map { "costs: \($0)" }, command.map { "fix:   \($0)" }].compactMap(\.self)
    let texts = ["  \(mark)  \(title): \(finding)"] + details.map { "          \($0)" }
    return texts.map(\.printable)
  }
}
