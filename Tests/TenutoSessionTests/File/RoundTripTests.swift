import TenutoCore
import TenutoRender
import Testing

@testable import TenutoSession

struct RoundTripTests {
  /// Reads the bytes that would be on the disk.
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

  @Test("Repeated saving changes the edited values and keeps comments and unknown keys")
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

  @Test("An item that changes keeps its comments and its unknown keys, and its place")
  func changedItems() throws {
    let text = """
      tenuto: 2
      name: items
      nodes:
        keys:
          midi-input: true
        saw:
          component: aumu saw1 Tnto
        out:
          audio-output: 2
      connections:
        # the bass
        - {midi: keys -> saw, transpose: -12, colour: red}  # low
        # loud
        - saw -> out
      maps:
        # the wheel
        - controller: 1
          node: saw
          # bright
          parameter: cutoff
          hint: {a: [1, b]}  # by hand
        - {controller: 2, node: saw, parameter: resonance}

      """
    var session = SessionReader(text, file: "a.yaml", name: "a") { _ in .failure(StateFault("")) }
      .session
    session.midiConnections[0].filter.transpose = 7
    session.maps[0].controller = 74
    let content = try SessionContent(session, name: "a", over: .init(text: text) { _ in nil })
    #expect(!content.hasLostComments)
    let lines = content.text.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(11) == [
        "connections:", "  # the bass",
        "  - {midi: keys -> saw, transpose: 7, colour: red}  # low", "  # loud", "  - saw -> out",
        "maps:", "  # the wheel", "  # bright", "  # by hand",
        "  - {controller: 74, node: saw, parameter: cutoff, hint: {a: [1, b]}}",
        "  - {controller: 2, node: saw, parameter: resonance}",
      ])
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

  /// Comments and unknown keys, as added by a person.
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
