import Foundation
import Testing

@testable import TenutoSession

struct SessionPageTests {
  private func page() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try String(
      contentsOfFile: "/\(root)/Sources/TenutoSession/Documentation.docc/SessionFormat.md",
      encoding: .utf8)
  }

  @Test("Every example of the page is a session without problems, and is written as one")
  func examples() throws {
    let examples = try page().components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(examples.count == 5)
    for example in examples {
      let reader = FormTests.read(example)
      #expect(reader.problems.isEmpty, "\(reader.problems)\n\(example)")
      let content = try SessionContent(reader.session, name: "song")
      #expect(FormTests.read(content.text).session == reader.session)
    }
  }

  @Test("A new file looks like the page's first example")
  func written() throws {
    let example = try #require(
      try page().components(separatedBy: "```yaml\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let content = try SessionContent(FormTests.read(example).session, name: "song")
    let lines = { (text: String) in
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.sorted()
    }
    #expect(lines(content.text) == lines(example))
  }

  @Test("The page has every key")
  func keys() throws {
    let page = try page()
    let words = [
      SessionWords.session, .oldSession, .engine, .node, .chainNode, .layout, .midi, .map,
    ].flatMap(\.keys)
    for word in Set(words) {
      #expect(page.contains("`\(word)`") || page.contains("\(word):"), "\(word)")
    }
  }
}
