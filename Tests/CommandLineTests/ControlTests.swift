import Foundation
import TenutoControl
import Testing

/// The commands that edit a playing session.
@Suite(.serialized) struct ControlTests {
  private func host(_ workshop: Workshop) async throws -> Program {
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sawtooth", "Delay")
    let program = try Program(
      [
        "play", "song.mid", "--instrument", "aumu saw1 Tnto", "--effect", "aufx dely Tnto",
        "--engine", "clock",
      ], in: workshop)
    try await program.waitFor("clock engine")
    try await workshop.waitForHost()
    return program
  }

  private func value(_ workshop: Workshop, _ node: String, _ parameter: String) throws -> Double? {
    try workshop.client().get("/v1/nodes/\(node)/parameters", as: ParametersAnswer.self)
      .parameters.first { $0.id == parameter }?.value
  }

  @Test(.timeLimit(.minutes(2))) func commandsChangeThePlayingSession() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop)
    let changes = try workshop.client().changes("since=0")
    let set = try await workshop.run("set", "sawtooth", "cutoff=1.5 kHz")
    #expect(set.exitCode == 0 && set.output == "sawtooth.cutoff = 1500\n", "\(set.errors)")
    #expect(try value(workshop, "sawtooth", "cutoff") == 1500)
    // A stalled machine also causes changes.
    var change: ChangeRecord?
    while change?.kind != "parameter" {
      let line = try #require(try changes.next())
      change = WireJSON.value(line, as: ChangeRecord.self)
    }
    #expect(change?.node == "sawtooth" && change?.value == 1500)

    let many = try await workshop.run("set", "delay", "mix=10", "mix=500", "--json")
    #expect(many.output == #"{"values":[10,100]}"# + "\n", "\(many.errors)")
    let ramp = try await workshop.run("ramp", "delay", "mix=20", "--seconds", "0.1")
    #expect(ramp.exitCode == 0 && ramp.output == "delay.mix goes to 20 in 0.1 s\n", "\(ramp)")
    let typed = try await workshop.run("ramp", "delay", "mix=30", "0.2")
    #expect(typed.exitCode == 0 && typed.output == "delay.mix goes to 30 in 0.2 s\n", "\(typed)")
    let muted = try await workshop.run("mute", "sawtooth")
    #expect(muted.exitCode == 0 && muted.output.contains("muted"), "\(muted.errors)")
    let again = try await workshop.run("mute", "sawtooth", "--off", "--json")
    #expect(again.output.contains(#""isMuted":false"#), "\(again.errors)")
    let effect = try await workshop.run("mute", "delay")
    #expect(effect.exitCode == 0 && effect.output.contains("muted"), "\(effect.errors)")
    #expect(try await workshop.run("status").output.contains(", muted"))
    _ = try await workshop.run("mute", "delay", "--off")
    let left = try await workshop.run("bypass", "delay")
    #expect(left.exitCode == 0 && left.output.contains("bypassed"), "\(left.errors)")
    #expect(try await workshop.run("status").output.contains("LEVEL"))
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  /// A playing song is a session: edited, undone, saved and played again.
  @Test(.timeLimit(.minutes(2))) func thePlayingSessionIsEditedAndSaved() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop)
    for command in [
      ["add", "aufx dely Tnto", "--as", "echo"], ["connect", "delay", "echo"],
      ["disconnect", "delay", "out"], ["connect", "echo", "out"], ["add", "mixer"], ["undo"],
      ["save", "--as", "evening.yaml"],
    ] {
      let outcome = try await Program(command, in: workshop).finish()
      #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
    }
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
    let text = String(decoding: try workshop.contents("evening.yaml"), as: UTF8.self)
    #expect(text.contains("/song.mid") && text.contains("- delay -> echo"), "\(text)")
    #expect(!text.contains("mixer") && !text.contains("- delay -> out"), "\(text)")
    let again = try await workshop.run(
      "run", "evening.yaml", "--engine", "clock", "--for", "0.5", "--record", "again.wav")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try workshop.contents("again.wav").count > 10_000)
  }

  @Test(.timeLimit(.minutes(2))) func impossibleRequestsAreExplained() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop)
    for (command, sentence) in [
      (["add", "aufx none Tnto"], "'aufx none Tnto'"),
      (["remove", "nobody"], "There is no node 'nobody'"),
      (["connect", "a", "b", "--transpose", "-12"], "There is no node 'a'"),
      (["map", "74", "delay", "nothing"], "no parameter 'nothing'"),
      (["save"], "The session has no file yet; give a path to save it"),
      (["undo"], "There is nothing to undo"),
      (["mute", "delay", "--input", "1"], "'delay' is not a mixer"),
      (["load", "delay", "No such"], "There is no preset 'No such'"),
      (["set", "delay", "x=1"], "There is no parameter 'x'"),
      (["set", "delay", "mix=loud"], "'loud' is not a value of 'mix'"),
      (["set", "nobody", "x=1"], "known are: song, sawtooth, delay, out"),
    ] {
      let outcome = try await Program(command, in: workshop).finish()
      #expect(outcome.exitCode == 1, "\(command)")
      #expect(outcome.errors.contains(sentence), "\(command): \(outcome.errors)")
    }
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  @Test(arguments: [
    ["set", "delay", "mix"], ["set", "delay"], ["ramp", "delay", "mix=1"],
    ["ramp", "delay", "mix=1", "--seconds", "-1"], ["add", "what"], ["add", "file-input"],
    ["add", "mixer", "--inputs", "2,x"], ["map", "120", "delay", "mix"],
    ["connect", "a", "b", "--keys", "1"], ["connect", "a", "b", "--kind", "water"],
    ["mute", "a", "--input", "two"], ["save", "--name", "a/b"],
  ])
  func wrongUsageIsTwo(_ command: [String]) async throws {
    let outcome = try await Program(command, in: Workshop()).finish()
    #expect(outcome.exitCode == 2, "\(outcome.errors)")
  }

  @Test(arguments: [
    "set", "ramp", "load", "bypass", "mute", "add", "remove", "rename", "connect", "disconnect",
    "map", "learn", "save", "undo", "redo", "retry", "restart",
  ])
  func everyCommandExplainsItselfWithAnExample(_ command: String) async throws {
    let outcome = try await Workshop().run(command, "--help")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("EXAMPLE:\n  tenuto \(command)"))
  }
}
