import TestSupport
import Testing

/// An extension that uses up resources ends at its limits.
@Suite(.serialized) struct BombTests {
  /// The number after a word such as `threads`.
  private func number(_ word: String, _ lines: [String]) throws -> Int {
    let line = try #require(lines.first { $0.hasPrefix("\(word) ") }, "\(lines)")
    return try #require(Int(line.split(separator: " ")[1]))
  }

  /// Threads count in a private user namespace; elsewhere all of the user's would count.
  @Test(.enabled(if: Probe.hasNamespaces), arguments: Probe.users)
  func threads(_ probe: Probe) throws {
    let lines = try probe.attack("thread bomb")
    let count = try number("threads", lines)
    #expect(count > 8 && count <= 64, "\(lines)")
    #expect(lines.last == "end: exited with code 0")
  }

  @Test(arguments: Probe.all)
  func processes(_ probe: Probe) throws {
    let lines = try probe.attack("process bomb")
    #expect(lines == ["processes 0 EPERM", "end: exited with code 0"])
  }

  @Test(arguments: Probe.all)
  func memory(_ probe: Probe) throws {
    let lines = try probe.attack("memory bomb")
    let count = try number("MiB", lines)
    #expect(count > 400 && count <= 512, "\(lines)")
    #expect(lines.last == "end: exited with code 0")
  }
}
