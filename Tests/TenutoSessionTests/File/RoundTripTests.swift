import TenutoCore
import TenutoHost
import Testing

@testable import TenutoSession

struct RoundTripTests {
  /// Reads what would lie on the disk.
  static func read(
    _ content: SessionContent, _ states: [String: [UInt8]]
  ) -> SessionReader {
    var reader = SessionReader(content.text, file: "song.yaml", name: "song") { path in
      states[path].map { .success($0) } ?? .failure(StateFault("is not there"))
    }
    reader.note(SessionCheck.faults(of: reader.session))
    return reader
  }

  @Test("500 sessions of everything read as they were written")
  func random() throws {
    for seed in 0..<500 {
      var generator = RandomSession(seed: UInt64(seed))
      let session = generator.session()
      let content = try SessionContent(session, name: "song")
      let reader = Self.read(content, content.states)
      try #require(reader.problems.isEmpty, "seed \(seed): \(reader.problems)\n\(content.text)")
      try #require(reader.session == session, "seed \(seed):\n\(content.text)")
      #expect(Set(reader.statePaths.values) == content.statePaths)
    }
  }

  @Test("Saved over and over, what is edited changes and comments and unknown keys stay")
  func edits() throws {
    for seed in 0..<80 {
      var generator = RandomSession(seed: UInt64(10_000 + seed))
      var session = generator.session()
      var content = try SessionContent(session, name: "song")
      var states = content.states
      content.text = Self.annotated(content.text)
      for step in 0..<6 {
        generator.edit(&session)
        let before = content.text
        let all = states
        content = try SessionContent(
          session, name: "song", over: .init(text: before) { all[$0] })
        states.merge(content.states) { _, new in new }
        let where_ = "seed \(seed), step \(step):\n\(before)\n----\n\(content.text)"
        try #require(!content.hasLostComments, "\(where_)")
        let reader = Self.read(content, states)
        let errors = reader.problems.filter { !$0.isWarning }
        try #require(errors.isEmpty, "\(errors) \(where_)")
        try #require(reader.session == session, "\(where_)")
        try #require(content.text.contains("# the head\n"), "\(where_)")
        try #require(content.text.contains("zone: {rooms: [1, two], open: true}"), "\(where_)")
        try #require(content.text.contains("# the end\n"), "\(where_)")
      }
    }
  }

  @Test("A session that has not changed is the same file, byte for byte")
  func unchanged() throws {
    for seed in 0..<100 {
      var generator = RandomSession(seed: UInt64(seed))
      let session = generator.session()
      let first = try SessionContent(session, name: "song")
      let text = Self.annotated(first.text)
      let again = try SessionContent(
        session, name: "song", over: .init(text: text) { first.states[$0] })
      #expect(again.text == text)
      #expect(again.states.isEmpty)
    }
  }

  /// Comments and unknown keys, as a person puts them.
  static func annotated(_ text: String) -> String {
    var lines = ["# the head", ""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("  ") { lines.append("  # before \(lines.count)") }
      lines.append(line.hasSuffix(":") ? line + " # behind \(lines.count)" : String(line))
      if line == "tenuto: 2" { lines.append("zone: {rooms: [1, two], open: true}") }
    }
    return (lines + ["# the end", ""]).joined(separator: "\n")
  }
}
