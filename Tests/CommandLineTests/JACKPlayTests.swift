import Foundation
import TenutoRender
import Testing

@Suite(.serialized) struct JACKPlayTests {
  @Test func aSongPlaysInJACKAndIsRecordedWhole() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine", "Delay")
    let server = try JACKServer(frameCount: 256, sampleRate: 44100, isSynchronous: true)
    defer { server.stop() }
    let outcome = try await workshop.run(
      "play", "song.mid", "--instrument", "aumu sine Tnto", "--effect", "aufx dely Tnto",
      "--server", server.name, "--connect", "--record", "out.wav", "--tail", "0.5", "--set",
      "delay.mix=30")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("song.mid — Sine → Delay — JACK, 44100 Hz, 256 frames\n"))
    let file = try SoundFileReader(path: "\(workshop.path)/out.wav")
    #expect(file.sampleRate == 44100)
    #expect(file.frameCount == 66150, "\(outcome.output) \(outcome.errors)")
    #expect(workshop.hasNoExtensions)
  }

  @Test func liveMIDIPlaysUntilTheUserEndsIt() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let server = try JACKServer(frameCount: 128, isSynchronous: true)
    defer { server.stop() }
    let program = try Program(
      ["play", "--instrument", "aumu sine Tnto", "--server", server.name], in: workshop)
    try await program.waitFor("Live MIDI — Sine — JACK, 48000 Hz, 128 frames")
    #expect(program.errors.contains("'sine:midi_in'"))
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && !outcome.isSignaled, "\(outcome.errors)")
    #expect(workshop.hasNoExtensions)
  }
}

/// Other programs see the same nodes with every command.
@Suite(.serialized) struct ClientNameTests {
  /// The ports and aliases of the nodes in another program's list.
  private func ports(_ server: JACKServer, _ workshop: Workshop) throws -> [String] {
    let (_, text) = try workshop.call(["jack_lsp", "-s", server.name, "-A"])
    var isNode = false
    return text.split(separator: "\n").map(String.init).filter { line in
      if !line.hasPrefix(" ") { isNode = line.hasPrefix("delay") || line.hasPrefix("sine") }
      return isNode
    }
  }

  private func names(_ arguments: [String], _ server: JACKServer) async throws -> [String] {
    let workshop = try Workshop()
    try await workshop.install("Sine", "Delay")
    let new = try await workshop.run(
      "new-session", "song.yaml", "aumu sine Tnto", "aufx dely Tnto", "aufx dely Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
    let host = try Program(arguments + ["--server", server.name], in: workshop)
    try await workshop.waitForHost()
    var names: [String] = []
    for _ in 0..<500 where names.count < 22 {
      names = try ports(server, workshop)
      try await Task.sleep(for: .milliseconds(20))
    }
    host.signal(SIGINT)
    _ = await host.finish()
    return names
  }

  @Test(.timeLimit(.minutes(2))) func playAndSessionsNameClientsAndPortsAlike() async throws {
    let server = try JACKServer(frameCount: 256, isSynchronous: true)
    defer { server.stop() }
    let played = try await names(
      [
        "play", "--instrument", "aumu sine Tnto", "--effect", "aufx dely Tnto", "--effect",
        "aufx dely Tnto",
      ], server)
    let ran = try await names(["run", "song.yaml", "--clients", "each"], server)
    #expect(played.sorted() == ran.sorted())
    #expect(played.contains("delay-2:in_1") && played.contains("   Delay 2:In Left"), "\(played)")
  }
}

/// A session whose JACK server ends.
@Suite(.serialized) struct LostServerTests {
  @Test(.timeLimit(.minutes(2)), arguments: ["one", "each"])
  func aLostServerIsReportedAtOnceAndShown(_ clients: String) async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let new = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
    let server = try JACKServer(frameCount: 256, isSynchronous: true)
    defer { server.stop() }
    let host = try Program(
      ["run", "song.yaml", "--server", server.name, "--clients", clients], in: workshop)
    try await workshop.waitForHost()
    #expect(try await workshop.run("status").output.contains("jack 48000 Hz"))
    server.stop()
    try await host.waitFor("The JACK server has ended")
    let status = try await workshop.run("status").output
    #expect(status.contains("jack: The JACK server has ended"), "\(status)")
    #expect(!status.contains("48000 Hz"), "\(status)")
    host.signal(SIGTERM)
    let outcome = await host.finish()
    #expect(outcome.exitCode == 0 && outcome.errors.contains("The JACK server has ended"))
  }
}
