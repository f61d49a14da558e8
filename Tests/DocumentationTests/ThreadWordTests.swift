import Testing

/// Comments use the thread words of RealtimeRules and no others.
struct ThreadWordTests {
  /// A declaration and the lines above it.
  private struct Declaration {
    let line: String
    let attributes: String
    let comment: String
  }

  /// The public functions of a file.
  private func publicFunctions(_ path: String) throws -> [Declaration] {
    let lines = try Repository.text(path).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.drop { $0 == " " } }
    return lines.indices.compactMap { index in
      let line = lines[index]
      guard line.contains("public "), line.contains("func ") else { return nil }
      let above = lines[..<index].reversed()
      let attributes = above.prefix { $0.hasPrefix("@") }
      let comment = above.dropFirst(attributes.count).prefix { $0.hasPrefix("///") }
      return Declaration(
        line: String(line), attributes: attributes.joined(separator: " ") + line,
        comment: comment.reversed().joined(separator: " "))
    }
  }

  /// Modules with render threads; the values of `TenutoMIDI` and `TenutoCore` belong to no thread.
  private var sources: [String] {
    [
      "TenutoTransport", "TenutoExtension", "TenutoSystem", "TenutoComponents", "TenutoProcess",
      "TenutoRender", "TenutoSupervision", "TenutoJACK", "TenutoJACKEngine",
    ]
    .flatMap { Repository.files(below: "Sources/\($0)", endingIn: ".swift") }
  }

  @Test func everyPublicFunctionOfTheRenderPathNamesItsThread() throws {
    for path in sources where !path.hasSuffix("/DSP.swift") {  // mathematics, as its comment says
      for function in try publicFunctions(path) where function.attributes.contains("@_noLocks") {
        if function.line.contains("static func <") { continue }  // a value's operator
        #expect(function.comment.contains("Thread: "), "\(path): \(function.line)")
      }
    }
  }

  @Test func publicFunctionsUseTheWordsOfTheTable() throws {
    let page = Markdown(try Repository.text("\(Repository.pages)/RealtimeRules.md"))
    let table = try #require(page.table(under: "## Words for threads"))
    let words = Set(table.rows.dropFirst().map { $0[0].withoutTicks })
    #expect(words.count == 5)
    for path in sources {
      for function in try publicFunctions(path) {
        guard let start = function.comment.firstRange(of: "Thread: ")?.upperBound else { continue }
        let word = function.comment[start...].prefix { $0.isLetter }
        #expect(words.contains(String(word)), "\(path): \(function.line)")
      }
    }
  }
}
