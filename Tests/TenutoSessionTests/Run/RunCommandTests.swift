import Foundation
import TenutoCore
import TenutoRender
import TestSupport
import Testing

@testable import TenutoSession

/// `tenuto run` as a program that is killed or ended.
@Suite struct RunCommandTests {
  private let folder: RunFolder
  private let path: String
  private let name = "run-\(getpid())"

  init() throws {
    folder = try RunFolder(["Sawtooth", "Delay", "Noise", "Arpeggiator"])
    path = "\(folder.path)/song.yaml"
    try SessionFile(path).save(.chain)
  }

  private var environment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    variables["TENUTO_PATH"] = folder.registryPath
    variables["XDG_STATE_HOME"] = "\(folder.path)/state"
    variables["XDG_RUNTIME_DIR"] = folder.path
    variables["NSM_URL"] = nil
    return variables
  }

  /// Starts `tenuto` with `arguments`.
  private func start(_ arguments: [String]) throws -> (process: Process, said: Pipe) {
    let (process, said) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: Built.path("tenuto"))
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = said
    process.standardError = said
    try process.run()
    return (process, said)
  }

  /// Runs it, and waits for its end; returns its exit code and output.
  @discardableResult
  private func call(_ arguments: String...) throws -> (code: Int32, said: String) {
    try call(arguments)
  }

  private func call(_ arguments: [String]) throws -> (code: Int32, said: String) {
    let (process, said) = try start(arguments)
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Starts a host; returns once it answers.
  private func run(_ options: String...) throws -> (process: Process, said: Pipe) {
    let host = try start(["run", path, "--engine", "clock", "--name", name] + options)
    #expect(eventually { (try? call("status", "--name", name).code) == 0 })
    return host
  }

  private func end(_ host: (process: Process, said: Pipe), by signal: Int32) -> String {
    kill(host.process.processIdentifier, signal)
    let text = host.said.fileHandleForReading.readDataToEndOfFile()
    host.process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  @Test func aKilledHostContinuesAtItsPosition() throws {
    let vault = try #require(SessionVault.standard(path: path, environment: environment))
    let first = try run()
    let set = try call("set", "saw", "cutoff=555", "--name", name)
    #expect(set.code == 0, "\(set.said)")
    #expect(try call("remove", "delay", "--name", name).code == 0)
    #expect(
      eventually {
        let kept = (try? vault.kept())??.session
        return kept?.node(named: "saw")?.parameters["cutoff"] == 555
          && kept?.node(named: "delay") == nil
      })
    _ = end(first, by: SIGKILL)

    let second = try run()
    let said = end(second, by: SIGTERM)
    #expect(said.contains("Continues as of"))
    #expect(said.contains("--resume"))
    #expect(second.process.terminationStatus == 0)
    // Ctrl-C does not save the session.
    #expect(try SessionFile(path).load().session.nodes.count == 3)

    let third = try run("--resume")
    #expect(try call("undo", "--name", name).code == 1)
    #expect(try call("save", "--name", name).code == 0)
    #expect(!end(third, by: SIGTERM).contains("unsaved edits"))
    let saved = try SessionFile(path).load().session
    #expect(saved.nodes.map(\.name) == ["saw", "out"])
    #expect(saved.nodes.first?.parameters["cutoff"] == 555)
  }

  @Test func aNewSessionPlays() throws {
    let new = "\(folder.path)/new.yaml"
    #expect(try call("new-session", new, "aumu saw1 Tnto", "aufx dely Tnto").code == 0)
    #expect(try call("new-session", new).code == 1)
    let session = try SessionFile(new).load().session
    #expect(session.nodes.map(\.name) == ["keys", "sawtooth", "delay", "out"])
    #expect(session.connections.count == 2)
    #expect(session.midiConnections.count == 1)
    let sound = "\(folder.path)/new.wav"
    let run = try call("run", new, "--engine", "clock", "--record", sound, "--for", "0.3")
    #expect(run.code == 0, "\(run.said)")
    #expect(try SoundFileReader(path: sound).frameCount > 0)
  }

  /// For any components: `run` plays what `new-session` writes.
  @Test(
    arguments: [
      (["aumu saw1 Tnto", "aumu saw1 Tnto"], ["sawtooth -> out", "sawtooth-2 -> out"]),
      (["augn nois Tnto", "augn nois Tnto"], ["noise -> out", "noise-2 -> out"]),
      (
        ["aumu saw1 Tnto", "aumu saw1 Tnto", "aufx dely Tnto", "aufx dely Tnto"],
        ["sawtooth -> delay", "sawtooth-2 -> delay", "delay -> delay-2", "delay-2 -> out"]
      ),
      (["aumu saw1 Tnto", "aumi arpg Tnto"], ["sawtooth -> out"]),
      (
        ["aufx dely Tnto", "aumi arpg Tnto", "aumu saw1 Tnto"],
        ["delay -> out", "sawtooth -> out"]
      ),
    ])
  func aNewSessionCanBePlayed(_ codes: [String], _ links: [String]) throws {
    let new = "\(folder.path)/\(UUID().uuidString).yaml"
    let made = try call(["new-session", new] + codes)
    #expect(made.code == 0, "\(made.said)")
    let session = try SessionFile(new).load().session
    #expect(Set(session.connections.map { "\($0.source) -> \($0.destination)" }) == Set(links))
    let players = session.nodes.filter { ["sawtooth", "sawtooth-2"].contains($0.name) }
    #expect(
      players.allSatisfy { node in
        session.midiConnections.contains { $0.destination == node.name }
      })
    let run = try call("run", new, "--engine", "clock", "--for", "0.2")
    #expect(run.code == 0, "\(run.said)")
  }
}
