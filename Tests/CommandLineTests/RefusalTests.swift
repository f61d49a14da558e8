import Foundation
import TenutoControl
import Testing

/// Impossible requests to a running session: the status names the culprit, and the host plays on.
@Suite(.serialized) struct RefusalTests {
  private func status(_ body: () throws -> Void) throws -> (status: Int, message: String) {
    do {
      try body()
      return (200, "")
    } catch let error as RequestError {
      return (error.status, error.message)
    }
  }

  @Test(.timeLimit(.minutes(2))) func nodesThatCannotBeAreNoFaultOfTheHost() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    // A script in a sandbox, and an extension that ends during its start.
    try workshop.writeBundle("Broken", code: "aufx brok Test", script: "exit 3")
    let new = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
    let host = try Program(
      ["run", "song.yaml", "--engine", "clock", "--sandbox", "off"], in: workshop)
    try await workshop.waitForHost()
    func add(_ change: (inout NodeOrder) -> Void) throws -> (status: Int, message: String) {
      var order = NodeOrder()
      change(&order)
      return try status {
        _ = try workshop.client().post("/v1/nodes", order, as: NameRecord.self)
      }
    }
    for path in ["/dev/zero", "/dev/null", "/", workshop.path, "/nowhere", "/proc/self/mem"] {
      let answer = try add { order in
        (order.kind, order.path) = ("file-input", path)
      }
      #expect(answer.status == 400 && answer.message.contains(path), "\(answer)")
    }
    let broken = try add { $0.component = "aufx brok Test" }
    #expect(broken.status == 409 && broken.message.contains("Broken.tenuto"), "\(broken)")
    #expect(try workshop.client().get("/v1/status", as: HostStatus.self).nodes.count == 3)
    host.signal(SIGTERM)
    let outcome = await host.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// The host used to wait ten seconds, and to answer with 504.
  @Test(.timeLimit(.minutes(2))) func aRestartThatFailsIsAnsweredWithItsReason() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let new = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
    let host = try Program(
      ["run", "song.yaml", "--engine", "clock", "--sandbox", "off"], in: workshop)
    try await workshop.waitForHost()
    let program = "\(workshop.extensions)/Sine.tenuto/Sine"
    try FileManager.default.removeItem(atPath: program)
    try Data("#!/bin/sh\nexit 3\n".utf8).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let answer = try status {
      _ = try workshop.client().post("/v1/nodes/sine/restart", as: NodeStatus.self)
    }
    #expect(answer.status == 409 && answer.message.contains("Sine.tenuto"), "\(answer)")
    let sine = try workshop.client().get("/v1/nodes/sine", as: NodeStatus.self)
    #expect(sine.condition == "playing" && sine.pid != nil)
    host.signal(SIGTERM)
    #expect(await host.finish().exitCode == 0)
  }
}
