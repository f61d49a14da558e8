internal import FoundationEssentials

extension ValidationReport {
  private struct Record: Encodable {
    let code: String
    let executable: String
    let seed: UInt64
    let seconds: Double
    let exitCode: Int32
    let results: [Entry]
  }

  private struct Entry: Encodable {
    let id: String
    let title: String
    let outcome: String
    let text: String
    let seconds: Double
    let endedProcesses: [Int32]
    let isProvenClean: Bool
  }

  /// The report as JSON, with sorted keys.
  public var json: String {
    let entries = results.map { result in
      Entry(
        id: result.id, title: CheckList.check(result.id)?.title ?? "",
        outcome: result.outcome.word, text: result.outcome.text, seconds: result.seconds,
        endedProcesses: result.remains, isProvenClean: result.isProvenClean)
    }
    let record = Record(
      code: "\(target.code)", executable: target.executablePath, seed: seed, seconds: seconds,
      exitCode: exitCode, results: entries)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The report as JUnit XML for continuous integration: warnings count as passed.
  public var junit: String {
    let faults = count("failed")
    let errors = count("crashed") + count("hung")
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuite name=\"\(Self.escaped("\(target.code)"))\" tests=\"\(results.count)\" "
        + "failures=\"\(faults)\" errors=\"\(errors)\" skipped=\"\(count("skipped"))\" "
        + "time=\"\(seconds)\">",
    ]
    for result in results {
      let title = Self.escaped(CheckList.check(result.id)?.title ?? "")
      lines.append(
        "  <testcase classname=\"\(Self.escaped("\(target.code)"))\" "
          + "name=\"\(result.id) \(title)\" time=\"\(result.seconds)\">")
      if let element = Self.element(result.outcome) {
        lines.append(
          "    <\(element) message=\"\(Self.escaped(result.outcome.text))\"/>")
      }
      lines.append("  </testcase>")
    }
    return (lines + ["</testsuite>", ""]).joined(separator: "\n")
  }

  private static func element(_ outcome: Outcome) -> String? {
    switch outcome {
    case .passed, .warned: nil
    case .failed: "failure"
    case .crashed, .hung: "error"
    case .skipped: "skipped"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 && scalar.value != 9: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
