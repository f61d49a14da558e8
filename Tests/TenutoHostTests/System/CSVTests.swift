import Testing

@testable import TenutoSystem

@Suite struct CSVTests {
  private func fields(_ text: String) throws -> [[String]] {
    try CSV.parse(Array(text.utf8)).map(\.fields)
  }

  @Test func fieldsMayHoldCommasQuotesAndLines() throws {
    #expect(
      try fields("a,\"b, \"\"c\"\"\",\"d\ne\"\r\nf,,\n") == [
        ["a", "b, \"c\"", "d\ne"], ["f", "", ""],
      ])
  }

  @Test func aRowKnowsItsLine() throws {
    let rows = try CSV.parse(Array("\u{FEFF}a\n\n\"b\nc\"\r\nd".utf8))
    #expect(rows.map(\.line) == [1, 3, 5] && rows[0].fields == ["a"])
  }

  @Test func nothingIsATableWithoutRows() throws {
    #expect(try fields("").isEmpty && fields("\n\r\n").isEmpty)
  }

  @Test(arguments: [
    ("a\nb,\"c\nd", 2, "not closed"), ("a\n\"b\"c", 2, "follows a closing quote"),
    ("a b\"c", 1, "inside a field"), ("a\rb", 1, "carriage return"), ("a\n\0", 2, "UTF-8"),
  ])
  func faultsHaveALine(text: String, line: Int, reason: String) {
    #expect {
      try CSV.parse(Array(text.utf8))
    } throws: { error in
      let fault = error as? CSV.Fault
      return fault?.line == line && fault?.message.contains(reason) == true
    }
  }

  @Test func invalidTextIsRefused() {
    #expect(throws: CSV.Fault.self) { try CSV.parse([0x61, 0xFF, 0x0A]) }
  }

  @Test func rowsRoundTrip() throws {
    let rows = [
      ["", "a,b", "\"", "line\nline", "\r", "ü"], [""], ["\u{FEFF}mark"], [" spaces "],
    ]
    #expect(try fields(rows.map { CSV.line($0) }.joined()) == rows)
  }
}
