import Foundation
import TenutoValidate
import Testing

/// The validator's article matches the validator.
struct ArticleTests {
  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/TenutoHost/Documentation.docc/Validation.md").path

  /// The cells of the rows under a heading, without the titles and the line below them.
  private func rows(under heading: String) throws -> [[String]] {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## \(heading)\n").last)
    let text = section.components(separatedBy: "\n## ")[0]
    return text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().dropLast().components(separatedBy: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  @Test func namesEveryCheck() throws {
    let expected = CheckList.all.map { [$0.id, $0.level.rawValue, $0.title] }
    #expect(try rows(under: "The checks") == expected)
  }

  @Test func namesEveryOmittedCheck() throws {
    let expected = CheckList.leftOut.map { [$0.id, $0.title, $0.reason] }
    #expect(try rows(under: "Omitted checks") == expected)
  }

  @Test func explainsTheFailureThatItShows() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let outcome = try result(of: "M01", on: Fixture.target("aumu", fault: "M01")).outcome
    let check = try #require(CheckList.check("M01"))
    for text in [outcome.text, check.title, check.why, check.fix] { #expect(page.contains(text)) }
  }
}
