/// What became of a check.
///
/// The texts are one sentence each, or part of one.
public enum Outcome: Sendable, Equatable {
  /// The component does it right; what was measured, or nothing.
  case passed(String = "")
  /// The component does it wrong.
  case failed(String)
  /// The component does it, but badly.
  case warned(String)
  /// The check does not apply, and why.
  case skipped(String)
  /// The extension's process, or that of the check, has ended by itself.
  case crashed(String)
  /// The extension has given no answer.
  case hung(String)

  /// The word for it in reports.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .warned: "warned"
    case .skipped: "skipped"
    case .crashed: "crashed"
    case .hung: "hung"
    }
  }

  /// What there is to say about it.
  public var text: String {
    switch self {
    case .passed(let text), .failed(let text), .warned(let text), .skipped(let text),
      .crashed(let text), .hung(let text):
      text
    }
  }

  /// Whether the component must be mended.
  public var isFault: Bool {
    switch self {
    case .failed, .crashed, .hung: true
    case .passed, .warned, .skipped: false
    }
  }

  init?(word: String, text: String) {
    switch word {
    case "passed": self = .passed(text)
    case "failed": self = .failed(text)
    case "warned": self = .warned(text)
    case "skipped": self = .skipped(text)
    case "crashed": self = .crashed(text)
    case "hung": self = .hung(text)
    default: return nil
    }
  }
}
