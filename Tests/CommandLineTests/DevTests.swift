import Foundation
import TenutoRender
import Testing

/// `tenuto dev`: source plays, and replaces itself while it plays.
@Suite struct DevTests {
  /// A language, and the edit that silences the instrument of its template.
  struct Edit: Sendable {
    let language: String
    let file: String
    let sound: String
    let silence: String
  }

  static let edits = [
    Edit(
      language: "swift", file: "ThingKernel/ThingKernel.swift", sound: "sum * gain",
      silence: "sum * 0"),
    Edit(
      language: "cxx", file: "ThingDSP/ThingDSPKernel.hpp", sound: "sample * mGain",
      silence: "sample * 0"),
    Edit(
      language: "c", file: "ThingKernel/ThingKernel.c", sound: "sample * self->gain",
      silence: "sample * 0"),
  ]

  private func make(
    _ language: String, _ type: String = "aumu", sdk: String = Workshop.checkout
  ) async throws -> Workshop {
    let workshop = try Workshop()
    let outcome = try await workshop.run(
      "new", "Thing", "--type", type, "--subtype", "thng", "--manufacturer", "Demo",
      "--language", language, "--sdk", sdk)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    try workshop.writeSong(seconds: 3600)
    return workshop
  }

  /// Waits until a running program has printed `text` `count` times.
  private func wait(_ program: Program, for text: String, count: Int = 1) async throws {
    try await program.waitFor(text, count: count)
    #expect(program.isRunning, "\(program.errors)")
  }

  @Test(arguments: edits) func anEditOfTheKernelChangesTheSound(_ edit: Edit) async throws {
    let workshop = try await make(edit.language)
    let program = try Program(
      ["dev", "Thing", "--song", "song.mid", "--engine", "clock", "--record", "dev.wav"],
      in: workshop)
    try await wait(program, for: "clock engine")

    let path = "\(workshop.path)/Thing/Sources/\(edit.file)"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(edit.sound))
    // A file that the compiler does not use changes no executable, and nothing is replaced.
    try (text + "// Heard by nobody.\n").write(toFile: path, atomically: true, encoding: .utf8)
    try await wait(program, for: "The executable is unchanged")
    #expect(!program.errors.contains("was replaced by the new build"))

    try text.replacingOccurrences(of: edit.sound, with: edit.silence)
      .write(toFile: path, atomically: true, encoding: .utf8)
    try await wait(program, for: "Thing was replaced by the new build")
    try await Task.sleep(for: .milliseconds(1500))
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let channels = try SoundFileReader(path: "\(workshop.path)/dev.wav").readAll()
    #expect(channels.allSatisfy { $0.prefix(24000).contains { abs($0) > 0.01 } }, "it sounds")
    #expect(channels.allSatisfy { $0.suffix(24000).allSatisfy { $0 == 0 } }, "and then does not")
  }

  @Test(arguments: ["swift", "cxx", "c"])
  func everySourceOfATemplateIsBuiltWhenItIsEdited(_ language: String) async throws {
    let workshop = try await make(language)
    let program = try Program(
      ["dev", "Thing", "--song", "song.mid", "--engine", "clock"], in: workshop)
    try await wait(program, for: "clock engine")
    let folder = "\(workshop.path)/Thing/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { !URL(fileURLWithPath: $0).pathExtension.isEmpty }.sorted()
    #expect(files.count >= 2)
    for (index, file) in files.enumerated() {
      let path = "\(folder)/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try (text + "\n#error broken\n").write(toFile: path, atomically: true, encoding: .utf8)
      try await wait(program, for: "The old build plays on", count: index + 1)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      // A compiler may create different bytes from the same source.
      try await program.waitFor(
        "The executable is unchanged", "was replaced by the new build", count: index + 1)
    }
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && outcome.errors.contains("error:"), "\(outcome.errors)")
  }

  /// SwiftPM takes a second to plan an unchanged package: after the first build, the compilers run
  /// directly, with the installed SDK.
  @Test(arguments: ["swift", "cxx"]) func anEditIsBuiltWithoutSwiftPM(_ language: String)
    async throws
  {
    let workshop = try await make(language, sdk: "\(Workshop.checkout)/.ci/sdk")
    try FileManager.default.createDirectory(
      atPath: "\(workshop.path)/bin", withIntermediateDirectories: true)
    let shim = try workshop.write(
      "bin/swift", "#!/bin/sh\necho x >>\(workshop.path)/calls\nexec \(try swift()) \"$@\"\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shim)
    let program = try Program(
      ["dev", "Thing", "--song", "song.mid", "--engine", "clock"], in: workshop,
      environment: ["PATH": "\(workshop.path)/bin:\(searchPath)"])
    try await wait(program, for: "clock engine")
    let calls = try workshop.contents("calls").count
    let edit = try #require(Self.edits.first { $0.language == language })
    let path = "\(workshop.path)/Thing/Sources/\(edit.file)"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: edit.sound, with: edit.silence)
      .write(toFile: path, atomically: false, encoding: .utf8)
    try await wait(program, for: "Thing was replaced by the new build")
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
    #expect(calls > 0)
    #expect(try workshop.contents("calls").count == calls)
  }

  private var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  /// The tool in the shell's path.
  private func swift() throws -> String {
    try #require(
      searchPath.split(separator: ":").map { "\($0)/swift" }
        .first { FileManager.default.isExecutableFile(atPath: $0) })
  }

  @Test func executablesOfMakeTakeOverToo() async throws {
    let workshop = try await make("c")
    let program = try Program(
      [
        "dev", "Thing", "--executable", ".build/Thing", "--song", "song.mid", "--engine", "clock",
        "--record", "dev.wav", "--set", "gain=-12",
      ], in: workshop)
    try await wait(program, for: "clock engine")

    let source = "\(workshop.path)/Thing/Sources/Thing/main.c"
    let text = try String(contentsOfFile: source, encoding: .utf8)
    #expect(text.contains("\"Thing\""))
    try text.replacingOccurrences(of: "\"Thing\"", with: "\"Renamed\"")
      .write(toFile: source, atomically: true, encoding: .utf8)
    try await wait(program, for: "Renamed was replaced by the new build")

    try "this is not C".write(toFile: source, atomically: true, encoding: .utf8)
    try await wait(program, for: "The old build plays on")
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("error:"))
    let channels = try SoundFileReader(path: "\(workshop.path)/dev.wav").readAll()
    #expect(channels.allSatisfy { $0.suffix(48000).contains { abs($0) > 0.01 } }, "it plays on")
    #expect(!outcome.errors.contains("ended by signal"))
  }

  @Test func compilersRunOnlyOnIdleCores() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 3600)
    // Nice value and scheduling policy (SCHED_IDLE is 5) of the processes that make starts.
    try workshop.write(
      "Makefile", "all:\n\tcut -d ' ' -f 19,41 /proc/self/stat >> .schedule\n".utf8)
    let program = try Program(
      [
        "dev", ".", "--executable", "\(Workshop.build)/Sine", "--song", "song.mid", "--engine",
        "clock",
      ], in: workshop)
    try await wait(program, for: "clock engine")
    try workshop.write("source.c", [])
    try await wait(program, for: "The executable is unchanged")
    program.signal(SIGINT)
    _ = await program.finish()
    let lines = String(decoding: try workshop.contents(".schedule"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.first != "19 5" && lines.dropFirst().allSatisfy { $0 == "19 5" })
    #expect(lines.count >= 2)
  }

  @Test func anEffectReportsItsRequirements() async throws {
    let workshop = try await make("c", "aufx")
    let outcome = try await workshop.run(
      "dev", "Thing", "--executable", ".build/Thing", "--song", "song.mid", "--engine", "clock")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("--instrument"))
  }
}
