/// The outcome of a check.
///
/// Each text is one sentence, or part of one.
public enum Outcome: Sendable, Equatable {
  /// The component behaves correctly; the text is the measured value, or empty.
  case passed(String = "")
  /// The component is faulty.
  case failed(String)
  /// The component works, but badly.
  case warned(String)
  /// The check does not apply, with the reason.
  case skipped(String)
  /// The extension's process, or that of the check, has crashed.
  case crashed(String)
  /// The extension gave no answer.
  case hung(String)

  /// The outcome as one word in reports.
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

  /// The outcome's text.
  public var text: String {
    switch self {
    case .passed(let text), .failed(let text), .warned(let text), .skipped(let text),
      .crashed(let text), .hung(let text):
      text
    }
  }

  /// Whether the component must be fixed.
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
