import TenutoCore
import TestSupport
import Testing

@testable import TenutoSession

struct MutationTests {
  /// Pieces with a meaning in YAML or in a session.
  static let pieces = [
    "\n", "  ", "- ", "#", " #", ": ", "[", "]", "{", "}", "\"", "'", "|\n", ">\n", "&a ", "*a",
    "?", "!!x ", "---\n", "...\n", "\t", "\r\n", "\u{85}", "\u{FEFF}", "\\", "~", "tenuto: 2\n",
    ".1", "->", "a: b\n", ",", "%", "0", "nan", "é",
  ]

  static func mutated(_ text: String, _ random: inout SeededRandom) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...scalars.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let end = min(scalars.count, place + Int.random(in: 1...20, using: &random))
        scalars.removeSubrange(place..<end)
      case 1:
        let from = Int.random(in: 0...place, using: &random)
        scalars.insert(contentsOf: Array(scalars[from..<min(place, from + 60)]), at: place)
      default:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        scalars.insert(contentsOf: Array(piece.unicodeScalars), at: place)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test("Whatever can be read is saved over itself without a change, and edited without a loss")
  func mutations() throws {
    var random = SeededRandom(seed: 5)
    let texts = [
      try FormTests.fixture("form-2.yaml"), try FormTests.fixture("form-1.yaml"),
      try SessionContent(RandomEdits.session(1), name: "song").text,
    ]
    var (readable, kept) = (0, 0)
    for round in 0..<2000 {
      let text = Self.mutated(texts[round % 3], &random)
      let reader = FormTests.read(text)
      guard reader.problems.allSatisfy(\.isWarning) else { continue }
      readable += 1
      var session = reader.session
      let same = try SessionContent(session, name: "song", over: .init(text: text) { _ in nil })
      try #require(FormTests.read(same.text).session == session, "\(text)\n----\n\(same.text)")
      session.name += "!"
      session.nodes.indices.last.map { session.nodes[$0].isMuted.toggle() }
      let content = try SessionContent(session, name: "song", over: .init(text: text) { _ in nil })
      let again = FormTests.read(content.text).session
      try #require(again == session, "\(text)\n----\n\(content.text)")
      if !content.hasLostComments { kept += 1 }
    }
    #expect(readable > 200)
    #expect(kept > readable / 3)
  }
}

/// A session without states.
private enum RandomEdits {
  static func session(_ seed: UInt64) -> Session {
    var generator = RandomSession(seed: seed)
    var session = generator.session()
    for number in session.nodes.indices { session.nodes[number].state = nil }
    return session
  }
}
