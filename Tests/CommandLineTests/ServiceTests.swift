import Foundation
import TenutoControl
import Testing

/// A host as a service of systemd: readiness, watchdog and socket activation.
@Suite(.serialized) struct ServiceTests {
  /// A session with one instrument, and the variables of a service manager.
  private func host(
    _ workshop: Workshop, _ manager: NotifySocket, watchdog: Int? = nil, server: String? = nil
  ) async throws -> Program {
    try await workshop.install("Sine")
    let made = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    #expect(made.exitCode == 0, "\(made.errors)")
    var variables = ["NOTIFY_SOCKET": manager.address]
    variables["WATCHDOG_USEC"] = watchdog.map { "\($0 * 1000)" }
    let engine = server.map { ["--server", $0] } ?? ["--engine", "clock"]
    return try Program(["run", "song.yaml"] + engine, in: workshop, environment: variables)
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["path", "abstract"])
  func itReportsItsStartAndItsEnd(_ kind: String) async throws {
    let workshop = try Workshop()
    let address = kind == "path" ? "\(workshop.path)/notify" : "@tenuto-\(UUID().uuidString)"
    let manager = try NotifySocket(address)
    let program = try await host(workshop, manager)
    try await manager.wait(for: "READY=1", from: program)
    // It is ready only once it answers.
    let status = try workshop.client().get("/v1/status", as: HostStatus.self)
    #expect(status.pid == program.identifier)
    #expect(manager.lines.contains { $0.hasPrefix("STATUS=song: ") }, "\(manager.lines)")
    #expect(manager.count(of: "STOPPING=1") == 0)
    program.signal(SIGTERM)
    #expect(await program.finish().exitCode == 0)
    #expect(manager.count(of: "STOPPING=1") == 1 && manager.count(of: "READY=1") == 1)
    // Without a watchdog it sends nothing else.
    #expect(manager.count(of: "WATCHDOG=1") == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func onlyARenderThreadThatGetsOnFeedsTheWatchdog() async throws {
    let workshops = [try Workshop(), try Workshop()]
    let managers = try workshops.map { try NotifySocket("\($0.path)/notify") }
    let halted = try await host(workshops[0], managers[0], watchdog: 900)
    let control = try await host(workshops[1], managers[1], watchdog: 900)
    for (manager, program) in zip(managers, [halted, control]) {
      try await manager.wait(for: "WATCHDOG=1", count: 3, from: program)
    }
    let thread = try HaltedThread("tenuto-render", of: halted.identifier)
    // A sign of life for the cycles before the halt may follow.
    try await managers[1].wait(
      for: "WATCHDOG=1", count: managers[1].count(of: "WATCHDOG=1") + 2, from: control)
    let (before, start) = (
      managers[0].count(of: "WATCHDOG=1"), managers[1].count(of: "WATCHDOG=1")
    )
    try await managers[1].wait(for: "WATCHDOG=1", count: start + 5, from: control)
    #expect(managers[0].count(of: "WATCHDOG=1") == before)
    // The other threads still work.
    #expect(try workshops[0].client().text("/v1/status").contains("\"pid\""))
    thread.release()
    try await managers[0].wait(for: "WATCHDOG=1", count: before + 2, from: halted)
    for program in [halted, control] {
      program.signal(SIGTERM)
      #expect(await program.finish().exitCode == 0)
    }
  }

  /// A restart of the host would not bring the server back.
  @Test(.timeLimit(.minutes(5)))
  func aHostThatHasLostItsJACKServerFeedsTheWatchdog() async throws {
    let workshop = try Workshop()
    let server = try JACKServer(frameCount: 256, isSynchronous: true)
    let manager = try NotifySocket("\(workshop.path)/notify")
    let program = try await host(workshop, manager, watchdog: 900, server: server.name)
    try await manager.wait(for: "WATCHDOG=1", count: 2, from: program)
    server.stop()
    try await program.waitFor("server is gone", "server has gone", "has ended")
    let before = manager.count(of: "WATCHDOG=1")
    try await manager.wait(for: "WATCHDOG=1", count: before + 3, from: program)
    #expect(manager.count(of: "WATCHDOG=1") >= before + 3)
    program.signal(SIGTERM)
    #expect(await program.finish().exitCode == 0)
  }

  /// systemd's own program listens, and starts the host with the first connection.
  @Test(.timeLimit(.minutes(3))) func theFirstRequestStartsAHostOnTheManagersSocket() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    _ = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    let folder = try socketFolder(workshop)
    let path = "\(folder)/evening.sock"
    let program = try activated(workshop, path, ["--name", "evening"])
    try await program.waitFor("Listening on")
    #expect(!program.errors.contains("song:"))
    try await workshop.waitForHost("evening")
    let status = try workshop.client("evening").get("/v1/status", as: HostStatus.self)
    #expect(status.name == "evening" && status.pid == program.identifier)
    program.signal(SIGTERM)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    // The manager listens on it for the next start.
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(.timeLimit(.minutes(3))) func aSocketThatClientsDoNotFindIsRefused() async throws {
    let workshop = try Workshop()
    _ = try socketFolder(workshop)
    try await workshop.install("Sine")
    _ = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    let path = "\(workshop.path)/elsewhere.sock"
    let program = try activated(workshop, path, [])
    try await program.waitFor("Listening on")
    _ = try? ControlClient(name: "elsewhere", in: SocketFolder(path: workshop.path)).text("/")
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("ListenStream=\(workshop.sockets)/NAME.sock"))
  }

  private func socketFolder(_ workshop: Workshop) throws -> String {
    try FileManager.default.createDirectory(
      atPath: workshop.sockets, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    return workshop.sockets
  }

  private func activated(
    _ workshop: Workshop, _ path: String, _ words: [String]
  ) throws -> Program {
    // It hands on only few variables.
    let names = ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"]
    let variables = names.map { "\($0)=\(workshop.environment[$0] ?? "")" }
    return try Program(
      ["run", "\(workshop.path)/song.yaml", "--engine", "clock"] + words, in: workshop,
      wrapper: ["/usr/bin/systemd-socket-activate", "-l", path, "/usr/bin/env"] + variables)
  }

  @Test func systemdAcceptsTheUnits() throws {
    let workshop = try Workshop()
    let unit = "tenuto@evening"
    for kind in ["service", "socket"] {
      let template = "\(Workshop.checkout)/.ci/systemd/tenuto@.\(kind)"
      let text = try String(contentsOfFile: template, encoding: .utf8)
      try workshop.write("\(unit).\(kind)", text.replacing("@BIN@", with: Workshop.build).utf8)
    }
    let verify = ["systemd-analyze", "--user", "verify", "--man=no"]
    let runtime = ["env", "XDG_RUNTIME_DIR=\(workshop.path)"]
    for kind in ["service", "socket"] {
      let (code, text) = try workshop.call(runtime + verify + ["./\(unit).\(kind)"])
      #expect(code == 0 && text.isEmpty, "\(text)")
    }
    // The message about an unknown setting.
    let path = "\(workshop.path)/\(unit).service"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try workshop.write("\(unit).service", text.replacing("WatchdogSec", with: "WatchDogs").utf8)
    let (_, complaint) = try workshop.call(runtime + verify + ["./\(unit).service"])
    #expect(complaint.contains("WatchDogs"), "\(complaint)")
  }
}
