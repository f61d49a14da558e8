import Foundation
import TenutoRender
import Testing

/// `tenuto render --batch`: a list of jobs, each of which is done once.
@Suite struct BatchTests {
  /// A workshop with a song and two instruments.
  private func workshop(seconds: Int = 1) async throws -> Workshop {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: seconds)
    try await workshop.install("Sine", "Sawtooth", "Delay")
    return workshop
  }

  private func batch(_ workshop: Workshop, _ options: String...) async throws -> Outcome {
    try await Program(["render", "--batch", "jobs.csv"] + options, in: workshop).finish()
  }

  private func list(_ workshop: Workshop, _ text: String) throws {
    try workshop.write("jobs.csv", text.utf8)
  }

  /// A list that renders the song with Sine to each of the files.
  private func list(_ workshop: Workshop, files: [String]) throws {
    let rows = files.map { "song.mid,aumu sine Tnto,\($0)\n" }.joined()
    try list(workshop, "source,instrument,output\n" + rows)
  }

  /// Another inode is another rendering.
  private func identity(_ workshop: Workshop, _ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(workshop.path)/\(name)")
    return try #require(attributes[.systemFileNumber] as? Int)
  }

  /// The finished jobs, according to the journal.
  private func journal(_ workshop: Workshop) throws -> [String] {
    String(decoding: try workshop.contents("jobs.csv.done"), as: UTF8.self)
      .split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: ",").first.map(String.init)
      }
  }

  private func digest(_ workshop: Workshop, _ name: String) throws -> String {
    String(try workshop.call(["sha256sum", name]).1.prefix(64))
  }

  @Test func everyRowIsACommand() async throws {
    let workshop = try await workshop()
    try list(
      workshop,
      "\u{FEFF}source,output,instrument,effect,set,24-bit,tail\r\n"
        + "song.mid,plain.wav,aumu sine Tnto,,,,\r\n"
        + "song.mid,\"new/folder/a, \"\"b\"\".wav\",aumu saw1 Tnto,aufx dely Tnto,"
        + "cutoff=800; delay.mix=30,yes,0.5\r\n")
    let outcome = try await batch(workshop, "--jobs", "2")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("2 jobs: 2 rendered, 0 done before, 0 failed"))
    let plain = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu sine Tnto", "-o", "c.wav")
    #expect(plain.exitCode == 0)
    #expect(try workshop.contents("plain.wav") == workshop.contents("c.wav"))
    let rich = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu saw1 Tnto", "--effect", "aufx dely Tnto",
      "--set", "cutoff=800", "--set", "delay.mix=30", "--24-bit", "--tail", "0.5", "-o", "d.wav")
    #expect(rich.exitCode == 0)
    #expect(try workshop.contents("new/folder/a, \"b\".wav") == workshop.contents("d.wav"))
  }

  @Test func doneIsDone() async throws {
    let workshop = try await workshop()
    try list(workshop, files: ["a.wav", "b.wav", "c.wav"])
    #expect(try await batch(workshop).exitCode == 0)
    let first = try ["a.wav", "b.wav", "c.wav"].map { try identity(workshop, $0) }
    let reference = try workshop.contents("a.wav")

    // A file that has changed is rendered again, and only that.
    try workshop.write("b.wav", reference.dropLast(1000))
    let damaged = try identity(workshop, "b.wav")
    let second = try await batch(workshop)
    #expect(second.exitCode == 0 && second.output.contains("1 rendered, 2 done before"))
    #expect(second.errors.contains("b.wav has changed"), "\(second.errors)")
    #expect(try workshop.contents("b.wav") == reference)
    #expect(try identity(workshop, "a.wav") == first[0] && identity(workshop, "c.wav") == first[2])
    #expect(try identity(workshop, "b.wav") != damaged)

    // A job with another song is rendered again too.
    try workshop.writeSong(seconds: 2)
    let third = try await batch(workshop)
    #expect(third.output.contains("3 rendered, 0 done before"), "\(third.output)\(third.errors)")
    #expect(try workshop.contents("a.wav") != reference)
    let fourth = try await batch(workshop)
    #expect(fourth.output.contains("0 rendered, 3 done before"), "\(fourth.output)")
    let fresh = try await batch(workshop, "--fresh")
    #expect(fresh.output.contains("3 rendered, 0 done before"), "\(fresh.output)")
  }

  /// A session is rendered again if a file that it names has changed.
  @Test func theFilesOfASessionCount() async throws {
    let workshop = try await workshop()
    let text = """
      tenuto: 2
      nodes:
        tune: {song: song.mid}
        lead: {component: aumu sine Tnto}
        out: {audio-output: 2}
      connections:
        - {midi: tune -> lead}
        - lead -> out
      """
    try workshop.write("evening.yaml", text.utf8)
    try list(workshop, "source,output\nevening.yaml,evening.wav\n")
    for (change, result) in [
      ({}, "1 rendered, 0 done before"), ({}, "0 rendered, 1 done before"),
      ({ _ = try workshop.writeSong(seconds: 2) }, "1 rendered, 0 done before"),
    ] as [(() throws -> Void, String)] {
      try change()
      let outcome = try await batch(workshop)
      #expect(outcome.exitCode == 0 && outcome.output.contains(result), "\(outcome)")
    }
  }

  @Test(.timeLimit(.minutes(5))) func aKilledBatchContinues() async throws {
    let workshop = try await workshop(seconds: 20)
    let files = (1...12).map { "out/\($0).wav" }
    try list(workshop, files: files)
    let killed = try Program(["render", "--batch", "jobs.csv", "--jobs", "2"], in: workshop)
    try await killed.waitFor("3/12 ")
    killed.signal(SIGKILL)
    #expect(await killed.finish().isSignaled)

    let done = try journal(workshop)
    let before = try done.map { try identity(workshop, $0) }
    #expect(done.count >= 3)
    let outcome = try await batch(workshop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("\(12 - done.count) rendered, \(done.count) done before"),
      "\(outcome.output)")
    #expect(try done.map { try identity(workshop, $0) } == before)
    #expect(try Set(journal(workshop)) == Set(files))

    let alone = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu sine Tnto", "-o", "alone.wav")
    #expect(alone.exitCode == 0)
    let reference = try workshop.contents("alone.wav")
    for file in files { #expect(try workshop.contents(file) == reference, "\(file)") }
    // No process of the first run is left, and none of their files.
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(workshop.path)/out")
    #expect(Set(names.map { "out/\($0)" }) == Set(files))
  }

  /// Whatever is under its final name is whole at any time.
  @Test(.timeLimit(.minutes(5))) func aFileAppearsWhole() async throws {
    let workshop = try await workshop(seconds: 20)
    let files = (1...6).map { "\($0).wav" }
    try list(workshop, files: files)
    let program = try Program(["render", "--batch", "jobs.csv", "--jobs", "3"], in: workshop)
    var seen: Set<Int> = []
    while program.isRunning {
      for name in files where FileManager.default.fileExists(atPath: "\(workshop.path)/\(name)") {
        seen.insert(try workshop.contents(name).count)
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(await program.finish().exitCode == 0)
    #expect(try seen.isSubset(of: [workshop.contents("1.wav").count]), "\(seen)")
  }

  @Test func aWrongChecksumWritesNothing() async throws {
    let workshop = try await workshop()
    let song = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu sine Tnto", "-o", "right.wav")
    #expect(song.exitCode == 0)
    let digest = try digest(workshop, "right.wav")
    let wrong = String(digest.reversed())
    try workshop.write("old.wav", Array("old".utf8))
    try list(
      workshop,
      "source,instrument,output,sha256\n"
        + "song.mid,aumu sine Tnto,good.wav,\(digest.uppercased())\n"
        + "song.mid,aumu sine Tnto,bad.wav,\(wrong)\nsong.mid,aumu sine Tnto,old.wav,\(wrong)\n")
    let outcome = try await batch(workshop)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("jobs.csv:3: bad.wav: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("its SHA-256 is \(digest), not \(wrong)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 rendered, 0 done before, 2 failed"), "\(outcome.errors)")
    #expect(try workshop.contents("good.wav") == workshop.contents("right.wav"))
    #expect(try workshop.contents("old.wav") == Array("old".utf8))
    let names = ["good.wav", "jobs.csv", "jobs.csv.done", "old.wav", "right.wav", "song.mid"]
    #expect(try workshop.fileNames == names)
  }

  @Test func aFailureDoesNotAffectOthers() async throws {
    let workshop = try await workshop()
    try list(
      workshop,
      "source,instrument,output\nmissing.mid,aumu sine Tnto,a.wav\nsong.mid,aumu sine Tnto,b.wav\n"
        + "song.mid,aumu none Test,c.wav\n")
    let outcome = try await batch(workshop)
    #expect(outcome.exitCode == 1)
    for fact in ["jobs.csv:2: a.wav: ", "missing.mid", "jobs.csv:4: c.wav: ", "aumu none Test"] {
      #expect(outcome.errors.contains(fact), "\(outcome.errors)")
    }
    #expect(try workshop.fileNames == ["b.wav", "jobs.csv", "jobs.csv.done", "song.mid"])
    try workshop.writeSong("missing.mid")
    let again = try await batch(workshop)
    #expect(again.exitCode == 1)
    #expect(again.errors.contains("1 rendered, 1 done before, 1 failed"), "\(again.errors)")
  }

  @Test func severalProcessesShareAList() async throws {
    let workshop = try await workshop()
    try list(workshop, files: ["a.wav", "b.wav", "c.wav", "d.wav"])
    let parts = try ["1,3", "2"].map { numbers in
      try Program(["render", "--batch", "jobs.csv", "--only", numbers], in: workshop)
    }
    for part in parts { #expect(await part.finish().exitCode == 0) }
    #expect(try Set(journal(workshop)) == ["a.wav", "b.wav", "c.wav"])
    let rest = try await batch(workshop, "--only", "1-4")
    #expect(rest.output.contains("4 jobs: 1 rendered, 3 done before"), "\(rest.output)")
    let beyond = try await batch(workshop, "--only", "5")
    #expect(beyond.exitCode == 2 && beyond.errors.contains("there is no job 5"))

    // Two processes that each take the whole list would do everything twice.
    let number = unsafe open("\(workshop.path)/jobs.csv.done", O_RDWR)
    defer { close(number) }
    #expect(flock(number, LOCK_SH) == 0)
    let second = try await batch(workshop)
    #expect(second.exitCode == 1 && second.errors.contains("Another"), "\(second.errors)")
  }

  /// A power failure may leave anything at the end of the journal.
  @Test func aDamagedJournalCostsOnlyItsDamage() async throws {
    let workshop = try await workshop()
    try list(workshop, files: ["a.wav", "b.wav"])
    #expect(try await batch(workshop).exitCode == 0)
    let whole = try workshop.contents("jobs.csv.done")
    try workshop.write("jobs.csv.done", whole.dropLast(40) + [0, 0xFF, 0x22])
    let outcome = try await batch(workshop)
    #expect(outcome.output.contains("1 rendered, 1 done before"), "\(outcome.output)")
    #expect(try await batch(workshop).output.contains("0 rendered, 2 done before"))
  }

  @Test func ctrlCEndsItInOrder() async throws {
    let workshop = try await workshop(seconds: 20)
    try list(workshop, files: (1...12).map { "\($0).wav" })
    let program = try Program(["render", "--batch", "jobs.csv", "--jobs", "1"], in: workshop)
    try await program.waitFor("1/12 ")
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1 && outcome.errors.contains("the same command continues"))
    let rest = try await batch(workshop)
    #expect(rest.exitCode == 0 && !rest.output.contains(" 0 done before"), "\(rest.output)")
  }

  /// A faulty list, and the expected part of the answer.
  struct Wrong: Sendable {
    let text: String
    let fact: String

    init(_ text: String, _ fact: String) { (self.text, self.fact) = (text, fact) }
  }

  private static let header = "source,instrument,output\n"
  static let wrongLists = [
    Wrong("", "it has no columns"),
    Wrong("source,colour,output\n", "jobs.csv:1: there is no column 'colour'; choose from source"),
    Wrong("source,source,output\n", "column 'source' is there twice"),
    Wrong("source,instrument\n", "column 'output' is missing"),
    Wrong(header + "song.mid,aumu sine Tnto\n", "jobs.csv:2: This row has 2 fields for 3 columns"),
    Wrong(header + "song.mid,aumu sine Tnto,\n", "jobs.csv:2: Column 'output' is empty"),
    Wrong(header + "song.mid,aumu sine Tnto,a.mp3\n", "jobs.csv:2: "),
    Wrong(header + "song.mid,sine,a.wav\n", "'aumu saw1 Tnto'"),
    Wrong(header + "song.mid,,a.wav\n", "Missing expected argument '--instrument"),
    Wrong(header + "song.mid,\"aumu sine Tnto,a.wav\n", "jobs.csv:2: a quote is not closed"),
    Wrong(
      header + "song.mid,aumu sine Tnto,a.wav\nsong.mid,aumu sine Tnto,./b/../a.wav\n",
      "jobs.csv:3: './b/../a.wav' is also the output of line 2"),
    Wrong("source,gm,output\nsong.mid,maybe,a.wav\n", "'maybe' in column 'gm' is not yes or no"),
    Wrong(
      "source,instrument,output,sha256\nsong.mid,aumu sine Tnto,a.wav,12\n",
      "'12' is not a SHA-256"),
  ]

  @Test(arguments: wrongLists)
  func aWrongListRendersNothing(_ wrong: Wrong) async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try list(workshop, wrong.text)
    let outcome = try await batch(workshop)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains(wrong.fact), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try workshop.fileNames == ["jobs.csv", "song.mid"])
  }
}
