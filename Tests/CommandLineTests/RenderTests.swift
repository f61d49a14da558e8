import Foundation
import TenutoRender
import Testing

@Suite struct RenderTests {
  private static let render = ["render", "song.mid", "--instrument", "aumu sine Tnto"]

  private func frames(_ workshop: Workshop, _ name: String) throws -> (Int, Int, Int) {
    let file = try SoundFileReader(path: "\(workshop.path)/\(name)")
    return (file.frameCount, file.sampleRate, file.channelCount)
  }

  private func peak(_ workshop: Workshop, _ name: String) throws -> Float {
    let channels = try SoundFileReader(path: "\(workshop.path)/\(name)").readAll()
    return channels.joined().reduce(0) { max($0, abs($1)) }
  }

  @Test func theSameCommandMakesTheSameBytes() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine", "Sawtooth", "Delay")
    for name in ["a.wav", "b.wav"] {
      let outcome = try await workshop.run(
        "render", "song.mid", "--instrument", "aumu saw1 Tnto", "--effect", "aufx dely Tnto",
        "--set", "cutoff=800", "--set", "delay.mix=30", "-o", name)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
    }
    #expect(try workshop.contents("a.wav") == workshop.contents("b.wav"))
    #expect(try frames(workshop, "a.wav") == (144_000, 48000, 2))
    #expect(try peak(workshop, "a.wav") > 0.01)
  }

  /// A song may come from another program.
  @Test func aSongCanBeReadFromAPipe() async throws {
    let workshop = try Workshop()
    let song = try workshop.writeSong()
    try await workshop.install("Sine")
    let pipe = "\(workshop.path)/pipe.mid"
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", #"cat "$0" > "$1""#, song, pipe]
    try writer.run()
    defer { writer.terminate() }
    for (name, source) in [("a.wav", "pipe.mid"), ("b.wav", "song.mid")] {
      let outcome = try await workshop.run(
        "render", source, "--instrument", "aumu sine Tnto", "-o", name)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try workshop.contents("a.wav") == workshop.contents("b.wav"))
  }

  /// The clock engine has no listener, so it waits and leaves no gap.
  @Test func aRecordingOfTheClockEqualsTheRendering() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sawtooth", "Delay")
    let chain = ["song.mid", "--instrument", "aumu saw1 Tnto", "--effect", "aufx dely Tnto"]
    let rendered = try await Program(["render", "-o", "a.wav"] + chain, in: workshop).finish()
    #expect(rendered.exitCode == 0, "\(rendered.errors)")
    let played = try await Program(
      ["play", "--engine", "clock", "--record", "b.wav"] + chain, in: workshop
    ).finish()
    #expect(played.exitCode == 0, "\(played.errors)")
    let sounds = try ["a.wav", "b.wav"].map { name in
      try SoundFileReader(path: "\(workshop.path)/\(name)").readAll()
    }
    #expect(sounds[0] == sounds[1] && sounds[0].count == 2)
  }

  /// A session with the same content makes the same sound.
  @Test func aSessionIsRenderedToo() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sawtooth", "Delay")
    let chain = ["--instrument", "aumu saw1 Tnto", "--effect", "aufx dely Tnto"]
    let song = try await Program(
      ["render", "song.mid", "-o", "a.wav"] + chain, in: workshop
    ).finish()
    #expect(song.exitCode == 0, "\(song.errors)")
    let text = """
      tenuto: 2
      nodes:
        tune: {song: song.mid}
        lead: {component: aumu saw1 Tnto}
        echo: {component: aufx dely Tnto}
        out: {audio-output: 2}
      connections:
        - {midi: tune -> lead}
        - lead -> echo
        - echo -> out
      """
    _ = try workshop.write("evening.yaml", text.utf8)
    let session = try await workshop.run("render", "evening.yaml", "-o", "b.wav")
    #expect(session.exitCode == 0 && session.errors.isEmpty, "\(session.errors)")
    #expect(try workshop.contents("a.wav") == workshop.contents("b.wav"))
    let both = try await Program(
      ["render", "evening.yaml", "-o", "c.wav"] + chain, in: workshop
    ).finish()
    #expect(both.exitCode == 2 && both.errors.contains("its own extensions"), "\(both.errors)")
  }

  @Test(arguments: ["out.wav", "out.flac", "OUT.OGG"])
  func theExtensionSelectsTheFormat(_ name: String) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.render + ["-o", name, "--rate", "44100", "--tail", "0.5"], in: workshop
    ).finish()
    #expect(outcome.exitCode == 0)
    #expect(try frames(workshop, name) == (66150, 44100, 2))
    #expect(try peak(workshop, name) > 0.1)
    #expect(try workshop.fileNames == [name, "song.mid"].sorted())
  }

  @Test func itListsTheCreatedFiles() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.render + ["-o", "out.wav", "--tail", "0", "--24-bit"], in: workshop
    ).finish()
    #expect(outcome.exitCode == 0)
    for fact in ["out.wav", "0:01 (48000 frames at 48000 Hz)", "24 bits", "dBFS", "real time"] {
      #expect(outcome.output.contains(fact))
    }
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func settingsChangeTheSound() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    for gain in ["0.5", "0.25"] {
      let outcome = try await Program(
        Self.render + ["--set", "sine.gain=\(gain)", "-o", "\(gain).wav"], in: workshop
      ).finish()
      #expect(outcome.exitCode == 0)
    }
    let ratio = try peak(workshop, "0.5.wav") / peak(workshop, "0.25.wav")
    #expect(abs(ratio - 2) < 0.001)
  }

  @Test func theSecondOfTwoEffectsHasAnotherName() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine", "Delay")
    let outcome = try await Program(
      Self.render + [
        "--effect", "aufx dely Tnto", "--effect", "aufx dely Tnto", "--set", "delay-2.mix=10",
        "--set", "delay.mix=20", "--set", "feedback=5", "-o", "out.wav",
      ], in: workshop
    ).finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test(arguments: [("8000", "16"), ("192000", "8192")])
  func theBordersOfTheRangesWork(rate: String, frames: String) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(
      Self.render + ["-o", "out.wav", "--rate", rate, "--frames", frames, "--tail", "0"],
      in: workshop
    ).finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let rate = try #require(Int(rate))
    #expect(try self.frames(workshop, "out.wav") == (rate, rate, 2))
  }
}
