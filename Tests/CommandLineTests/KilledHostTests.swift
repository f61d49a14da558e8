import Foundation
import TenutoControl
import Testing

/// A host that replaces one that was just killed.
@Suite(.serialized) struct KilledHostTests {
  /// The kernel ends a host and its extensions one after the other, and their socket still accepts
  /// connections in between: 2 of 30 starts reported a name conflict.
  @Test(.timeLimit(.minutes(5))) func itHasTheNameAtOnce() async throws {
    let workshop = try Workshop()
    try await workshop.install("Noise", "Gain")
    let codes = ["augn nois Tnto"] + [String](repeating: "aufx gain Tnto", count: 5)
    let new = try await Program(["new-session", "song.yaml"] + codes, in: workshop).finish()
    #expect(new.exitCode == 0, "\(new.errors)")
    func start() throws -> Program {
      try Program(["run", "song.yaml", "--engine", "clock", "--name", "x"], in: workshop)
    }
    var host = try start()
    for _ in 0..<25 {
      var process: Int32?
      while process != host.identifier && host.isRunning {
        try await Task.sleep(for: .milliseconds(10))
        process = try? workshop.client("x").get("/v1/status", as: HostStatus.self).pid
      }
      #expect(host.isRunning, "\(host.errors)")
      host.signal(SIGKILL)
      let next = try start()
      _ = await host.finish()
      host = next
    }
    try await host.waitFor("shows its status")
    host.signal(SIGTERM)
    #expect(await host.finish().exitCode == 0)
  }
}
