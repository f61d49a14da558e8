import Testing

/// Usage errors: exit code 2, one sentence on stderr, nothing on stdout, no file.
@Suite struct UsageTests {
  static let render = ["render", "song.mid", "--instrument", "aumu sine Tnto"]
  static let toFile = render + ["-o", "out.wav"]
  static let play = ["play", "song.mid", "--instrument", "aumu sine Tnto"]

  /// A command line, and a part of the answer.
  struct Case: Sendable {
    let arguments: [String]
    let fact: String

    init(_ arguments: [String], _ fact: String) {
      self.arguments = arguments
      self.fact = fact
    }
  }

  static let cases: [Case] = [
    Case(["frob"], "'tenuto' has no command 'frob'; 'tenuto --help' lists all"),
    Case(["rendr", "x"], "'tenuto' has no command 'rendr'; did you mean 'render'?"),
    Case(["midi", "lst"], "'tenuto midi' has no command 'lst'; did you mean 'list'?"),
    Case(["ramp", "saw", "cutoff=200"], "'tenuto ramp saw cutoff=200 2'"),
    Case(["ramp", "saw", "cutoff=200", "2", "--seconds", "2"], "omit '--seconds'"),
    Case(render, "Missing expected argument"),
    Case(toFile + ["--frob"], "'--frob'"),
    Case(
      toFile + ["--rate", "7999"], "7999 Hz is out of range; choose '--rate' from 8000 to 192000"),
    Case(toFile + ["--rate", "192001"], "from 8000 to 192000"),
    Case(toFile + ["--rate", "fast"], "fast"),
    Case(toFile + ["--frames", "15"], "15 frames in a cycle are out of range"),
    Case(toFile + ["--frames", "8193"], "'--frames' from 16 to 8192"),
    Case(toFile + ["--tail", "601"], "'--tail' from 0 to 600"),
    Case(toFile + ["--set", "gain"], "NAME=VALUE"),
    Case(toFile + ["--set", "gain="], "NAME=VALUE"),
    Case(toFile + ["--jobs", "2"], "give '--batch' as well"),
    Case(toFile + ["--batch", "jobs.csv"], "omit all but '--jobs'"),
    Case(["render", "--batch", "jobs.csv", "--only", "3-1"], "'3-1' is not the number of a job"),
    Case(["render", "--batch", "jobs.csv", "--jobs", "0"], "'--jobs' from 1 to 256"),
    Case(toFile + ["--sha256", "abc"], "'abc' is not a SHA-256"),
    Case(toFile + ["--midi", "aumu sine Tnto"], "'aumu sine Tnto' is not a MIDI processor"),
    Case(render + ["-o", "out.mp3"], ".wav, .flac, .ogg"),
    Case(["render", "song.mid", "--instrument", "sine", "-o", "out.wav"], "'aumu saw1 Tnto'"),
    Case(
      ["render", "song.mid", "--instrument", "aufx dely Tnto", "-o", "out.wav"],
      "is not an instrument"),
    Case(toFile + ["--effect", "aumu sine Tnto"], "'aumu sine Tnto' is not an effect"),
    Case(play + ["--engine", "drum"], "'jack'"),
    Case(play + ["--record", "out.aiff"], ".wav, .flac, .ogg"),
    Case(play + ["--engine", "clock", "--server", "x"], "'--server'"),
    Case(
      ["play", "--engine", "clock", "--instrument", "aumu sine Tnto", "--midi-driver", "none"],
      "'--midi-driver alsa'"),
    Case(["info", "sine"], "'sine' is not a component code"),
    Case(["list", "aumuu?"], "'aumuu?'"),
    Case(["uninstall", "sine"], "'aumu saw1 Tnto'"),
  ]

  @Test(arguments: cases)
  func wrongUsageIsExplained(_ wrong: Case) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    let outcome = try await Program(wrong.arguments, in: workshop).finish()
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains(wrong.fact), "\(outcome.errors)")
    expectOneSentence(outcome)
    #expect(outcome.output.isEmpty)
    #expect(try workshop.fileNames == ["song.mid"])
  }

  @Test func unknownParametersAreAnsweredWithTheKnownOnes() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine", "Delay")
    let outcome = try await Program(
      Self.toFile + ["--effect", "aufx dely Tnto", "--set", "cutof=3"], in: workshop
    ).finish()
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("'cutof'"))
    #expect(outcome.errors.contains("sine.gain, delay.time, delay.feedback, delay.mix"))
    #expect(try workshop.fileNames == ["song.mid"])
  }

  @Test(arguments: ["gain=loud", "gain=nan"])
  func invalidValuesAreAnsweredWithTheRange(_ setting: String) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(Self.toFile + ["--set", setting], in: workshop).finish()
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("'--set \(setting)' is not a value: gain accepts 0 to 1"))
  }

  @Test(arguments: ["gain=1.5", "sine.gain=-1"])
  func valuesOutOfRangeAreAnsweredWithTheRange(_ setting: String) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try await workshop.install("Sine")
    let outcome = try await Program(Self.toFile + ["--set", setting], in: workshop).finish()
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("'--set \(setting)' is out of range"))
    #expect(outcome.errors.contains("accepts 0 to 1"))
    #expect(try workshop.fileNames == ["song.mid"])
  }
}

/// Every message is one line that begins with the program's name and ends like a sentence.
func expectOneSentence(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = outcome.errors.split(separator: "\n")
  #expect(lines.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(outcome.errors.hasPrefix("tenuto: "), sourceLocation: sourceLocation)
  #expect(outcome.errors.hasSuffix(".\n"), "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(!outcome.isSignaled, sourceLocation: sourceLocation)
}
