import Foundation
import TenutoControl
import Testing

/// A host's memory does not grow with removed nodes.
@Suite(.serialized) struct HeapTests {
  /// Adds and removes several nodes at a time, so that threads start and end.
  private func edit(_ workshop: Workshop, rounds: Int) throws {
    let client = workshop.client()
    for _ in 0..<rounds {
      var order = NodeOrder()
      order.component = "aufx dely Tnto"
      let names = try (0..<4).map { _ in
        try client.post("/v1/nodes", order, as: NameRecord.self).name
      }
      for name in names {
        _ = try client.post(
          "/v1/connections", LinkRecord(from: "sawtooth", to: name), as: LinkRecord.self)
        _ = try client.post("/v1/nodes/\(name)/restart", as: NodeStatus.self)
        _ = try client.delete("/v1/nodes/\(name)", as: NameRecord.self)
      }
    }
  }

  /// Private resident bytes of the host, after the removed nodes have disappeared.
  private func privateBytes(of host: Program) async throws -> Int {
    try await Task.sleep(for: .milliseconds(500))
    let text = try String(contentsOfFile: "/proc/\(host.identifier)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
  }

  /// Each allocating thread used to have its own arena, which kept freed memory: a host had 118 MiB
  /// more after 300 edits, and 10 after the same with two arenas.
  @Test(.timeLimit(.minutes(5))) func removedResourcesAreFreed() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sawtooth", "Delay")
    let new = try await workshop.run("new-session", "song.yaml", "aumu saw1 Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
    let host = try Program(["run", "song.yaml", "--engine", "clock"], in: workshop)
    try await workshop.waitForHost()
    try edit(workshop, rounds: 1)
    let before = try await privateBytes(of: host)
    try edit(workshop, rounds: 20)
    let after = try await privateBytes(of: host)
    #expect(after < before + (16 << 20), "\(before >> 10) KiB before, \(after >> 10) KiB after")
    host.signal(SIGTERM)
    #expect(await host.finish().exitCode == 0)
  }
}
