import Foundation
import TenutoControl
import TenutoRender
import Testing

@Suite(.serialized) struct PlayTests {
  private static let play = [
    "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock",
  ]

  private func frames(_ workshop: Workshop, _ name: String) throws -> Int {
    try SoundFileReader(path: "\(workshop.path)/\(name)").frameCount
  }

  @Test func aSongPlayedToAPipeIsReportedInPlainLinesAndRecordedWhole() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.play + ["--record", "out.wav", "--tail", "0.25"], in: workshop
    ).finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "song.mid — Sine — clock engine, 48000 Hz, 256 frames")
    #expect(lines.dropFirst().first == "  It lasts 0:01; Ctrl-C ends it.")
    #expect(lines.contains { $0.hasPrefix("  0:01 / 0:01  load ") && $0.contains("Sine ") })
    #expect(outcome.output.contains("Recorded out.wav: 0:01 (60000 frames at 48000 Hz)"))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(try frames(workshop, "out.wav") == 60000)
    #expect(try workshop.fileNames == ["out.wav", "song.mid"])
    #expect(workshop.hasNoExtensions)
  }

  @Test func theCommandsToTryNextWork() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.play + ["--record", "out.wav", "--tail", "0"], in: workshop,
      environment: [
        "TENUTO_PATH": workshop.extensions, "TENUTO_REPEAT_PATH": "1", "PATH": "/nowhere",
      ]
    ).finish()
    let advice = try #require(outcome.output.split(separator: "Try next:\n").last)
    let commands = advice.split(separator: "\n").map(String.init)
    #expect(commands.count >= 2)
    for command in commands {
      let tried = Process()
      tried.executableURL = URL(fileURLWithPath: "/bin/sh")
      tried.arguments = ["-ec", command]
      tried.currentDirectoryURL = URL(fileURLWithPath: workshop.path)
      tried.standardOutput = FileHandle.nullDevice
      try tried.run()
      tried.waitUntilExit()
      #expect(tried.terminationStatus == 0, "\(command)")
    }
    #expect(try frames(workshop, "tenuto.flac") == 144_000)
  }

  /// Exported variables of the user's shell need no repetition.
  @Test func theCommandsToTryNextOmitExportedVariables() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.play, in: workshop, environment: ["TENUTO_PATH": workshop.extensions]
    ).finish()
    #expect(outcome.output.contains("Try next:"))
    #expect(!outcome.output.contains("TENUTO_PATH"), "\(outcome.output)")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func theUsersWishEndsItInOrder(_ signal: Int32) async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let program = try Program(Self.play + ["--record", "out.wav"], in: workshop)
    try await program.waitFor("clock engine")
    let children = workshop.extensionProcesses
    #expect(!children.isEmpty)
    program.signal(signal)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && !outcome.isSignaled, "\(outcome.errors)")
    #expect(outcome.output.contains("Recorded out.wav"))
    #expect(try frames(workshop, "out.wav") < 600 * 48000)
    #expect(try workshop.fileNames == ["out.wav", "song.mid"])
    #expect(workshop.hasNoExtensions)
  }

  @Test func itEndsInOrderWhileAnExtensionHangs() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine", "Delay")
    let program = try Program(
      Self.play + ["--effect", "aufx dely Tnto", "--record", "out.wav"], in: workshop)
    try await program.waitFor("clock engine")
    for child in workshop.extensionProcesses { kill(child, SIGSTOP) }
    try await program.waitFor("too late")
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && !outcome.isSignaled)
    #expect(outcome.errors.contains("sine was too late"))
    #expect(try frames(workshop, "out.wav") > 0)
    #expect(workshop.hasNoExtensions)
  }

  /// As on a machine that was suspended, except that the clock continues.
  @Test func aHostThatStoodStillWithItsExtensionsPlaysOn() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine", "Delay")
    let program = try Program(
      Self.play + ["--effect", "aufx dely Tnto"], in: workshop)
    try await program.waitFor("clock engine")
    try await workshop.waitForHost()
    func position() throws -> Double {
      try workshop.client().get("/v1/status", as: HostStatus.self).position
    }
    let children = workshop.extensionProcesses
    program.signal(SIGSTOP)
    for child in children { kill(child, SIGSTOP) }
    try await Task.sleep(for: .seconds(3))
    for child in children { kill(child, SIGCONT) }
    program.signal(SIGCONT)
    // It goes on where it was, and does not make up for the time.
    let first = try position()
    var later = first
    for _ in 0..<500 where later < first + 0.5 {
      try await Task.sleep(for: .milliseconds(20))
      later = try position()
    }
    #expect(later >= first + 0.5)
    #expect(Set(workshop.extensionProcesses).isSuperset(of: children))
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && !outcome.isSignaled)
    #expect(!outcome.errors.contains("ended"), "\(outcome.errors)")
  }

  @Test func anExtensionThatDiesIsNamedAndTheRestPlaysOn() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine", "Delay")
    let program = try Program(
      Self.play + ["--effect", "aufx dely Tnto", "--record", "out.wav", "--no-restart"],
      in: workshop)
    try await program.waitFor("clock engine")
    let victim = try #require(
      workshop.extensionProcesses.first { identifier in
        let command = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") ?? Data()
        return String(decoding: command, as: UTF8.self).contains("Delay.tenuto")
      })
    kill(victim, SIGSEGV)
    try await program.waitFor("The rest plays on")
    #expect(workshop.extensionProcesses.count == 1)
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("delay ('aufx dely Tnto') ended: "))
    #expect(outcome.errors.contains("SIGSEGV"))
    #expect(outcome.errors.contains("delay has ended too often and is quarantined"))
    #expect(outcome.errors.contains("An extension ended while it played; see above"))
    #expect(try frames(workshop, "out.wav") > 0)
  }

  @Test func whenAllExtensionsAreDeadForGoodItEnds() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let program = try Program(
      Self.play + ["--record", "out.wav", "--no-restart"], in: workshop)
    try await program.waitFor("clock engine")
    for child in workshop.extensionProcesses { kill(child, SIGKILL) }
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("SIGKILL"))
    #expect(try workshop.fileNames == ["out.wav", "song.mid"])
  }

  @Test func withoutRealtimePermissionItExplainsHowToGetItAndContinues() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    var wrapper = ["/usr/bin/prlimit", "--rtprio=0:0"]
    if geteuid() == 0 {
      wrapper += [
        "/usr/bin/setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice",
      ]
    }
    let outcome = try await Program(
      Self.play + ["--record", "out.wav", "--tail", "0"], in: workshop, wrapper: wrapper
    ).finish()
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("There is no realtime permission"))
    #expect(outcome.errors.contains("rtprio 95"))
    #expect(try frames(workshop, "out.wav") == 48000)
  }

  @Test func withoutAServerTheClockPlays() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await workshop.run(
      "play", "song.mid", "--instrument", "aumu sine Tnto", "--record", "out.wav", "--tail", "0",
      "--connect", environment: ["JACK_DEFAULT_SERVER": "tenuto-none"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("clock engine"))
    #expect(try frames(workshop, "out.wav") == 48000)
  }
}
