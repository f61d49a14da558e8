import Foundation
import Testing

/// Failing work: exit code 1, a sentence on stderr, and unchanged files.
@Suite struct FailureTests {
  private let workshop: Workshop
  private static let before = Array("what was there before".utf8)

  init() throws {
    workshop = try Workshop()
    try workshop.writeSong()
    try workshop.write("out.wav", Self.before)
  }

  private func fail(
    _ arguments: String..., facts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let names = try workshop.fileNames
    let outcome = try await Program(arguments, in: workshop).finish()
    #expect(outcome.exitCode == 1, sourceLocation: sourceLocation)
    for fact in facts {
      #expect(outcome.errors.contains(fact), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    expectOneSentence(outcome, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(try workshop.fileNames == names, sourceLocation: sourceLocation)
    #expect(try workshop.contents("out.wav") == Self.before, sourceLocation: sourceLocation)
    #expect(workshop.hasNoExtensions, sourceLocation: sourceLocation)
  }

  @Test func unknownCodesAreAnsweredWithTheNearestOnes() async throws {
    try await workshop.install("Sine")
    try await fail(
      "render", "song.mid", "--instrument", "aumu sind Tnto", "-o", "out.wav",
      facts: ["'aumu sind Tnto'", "did you mean 'aumu sine Tnto' (Sine)?", "tenuto list"])
    try await fail(
      "info", "aumu sind Tnto", facts: ["'aumu sind Tnto'", "'aumu sine Tnto'"])
    try await fail(
      "uninstall", "aumu sind Tnto", facts: ["'aumu sind Tnto'", "'aumu sine Tnto'"])
  }

  @Test func withoutExtensionsItExplainsInstallation() async throws {
    try await fail(
      "info", "aumu sine Tnto", facts: ["'aumu sine Tnto'", workshop.extensions, "tenuto install"])
  }

  @Test func missingFilesAreNamed() async throws {
    try await workshop.install("Sine")
    try await fail(
      "render", "nothing.mid", "--instrument", "aumu sine Tnto", "-o", "out.wav",
      facts: ["nothing.mid", "no file"])
    try await fail(
      "play", "nothing.mid", "--instrument", "aumu sine Tnto", "--engine", "clock",
      facts: ["nothing.mid", "no file"])
    try await fail("install", "nothing", facts: ["nothing", "is not there"])
    try await fail(
      "render", "song.mid", "--instrument", "aumu sine Tnto", "-o", "nowhere/out.wav",
      facts: ["nowhere", "is not there"])
    try await fail(
      "render", "data", "--instrument", "aumu sine Tnto", "-o", "out.wav",
      facts: ["data is a folder"])
  }

  @Test func malformedMIDIFilesAreRefusedWithTheByte() async throws {
    try await workshop.install("Sine")
    let song = try workshop.contents("song.mid")
    try workshop.write("cut.mid", song.dropLast(10))
    try workshop.write("text.mid", Array("no music".utf8))
    try await fail(
      "render", "cut.mid", "--instrument", "aumu sine Tnto", "-o", "out.wav",
      facts: ["cut.mid", "more data at byte 14 than follows"])
    try await fail(
      "play", "text.mid", "--instrument", "aumu sine Tnto", "--engine", "clock", "--record",
      "out.wav", facts: ["text.mid", "byte 0"])
  }

  @Test func extensionsThatDieAtStartAreNamedWithSignalAndLastLines() async throws {
    try workshop.writeBundle(
      "Dead", code: "aumu dead Test", script: "echo 'no luck today' >&2; kill -ABRT $$")
    let facts = ["'aumu dead Test'", "SIGABRT (signal 6)", "no luck today"]
    // A script needs a shell, which the sandbox denies.
    try await fail(
      "render", "song.mid", "--instrument", "aumu dead Test", "-o", "out.wav", "--sandbox", "off",
      facts: facts)
    try await fail(
      "play", "song.mid", "--instrument", "aumu dead Test", "--engine", "clock", "--record",
      "out.wav", "--sandbox", "off", facts: facts)
    try await fail(
      "render", "song.mid", "--instrument", "aumu dead Test", "-o", "out.wav",
      facts: ["Dead.tenuto", "script"])
  }

  @Test func otherExecutablesAreNotInstalled() async throws {
    try await fail("install", "/bin/true", facts: ["/bin/true", "exited with code 0"])
    try await fail("install", "song.mid", facts: ["song.mid", "not an executable file"])
    #expect(!FileManager.default.fileExists(atPath: workshop.extensions))
  }

  @Test func aBundleWhoseManifestDoesNotParseIsNamed() async throws {
    try workshop.writeBundle(
      "Broken", manifest: #"{"schema": 1, "executable": 7}"#, script: "", into: workshop.path)
    try await fail(
      "install", "Broken.tenuto", facts: ["Broken.tenuto/manifest.json", "executable"])
  }

  @Test func aServerThatDoesNotRunIsNamed() async throws {
    try await workshop.install("Sine")
    let server = "tenuto-none-\(ProcessInfo.processInfo.processIdentifier)"
    try await fail(
      "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "jack", "--server", server,
      "--record", "out.wav", facts: [server])
    try await fail(
      "play", "--instrument", "aumu sine Tnto", "--server", server, facts: [server])
  }

  @Test func outputThatCannotBeWrittenIsAFailure() async throws {
    try await workshop.install("Sine")
    let wrapper = ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#]
    let outcome = try await Program(["list"], in: workshop, wrapper: wrapper).finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("cannot be written"))
  }

  @Test func aFullDiskLeavesThePreviousFile() async throws {
    try await workshop.install("Sine")
    // A limit on file size simulates a full disk: shared memory fits, the audio does not.
    let wrapper = ["/bin/bash", "-c", #"ulimit -f 20000; exec "$0" "$@""#]
    let song = try workshop.writeSong("long.mid", seconds: 150)
    let outcome = try await Program(
      ["render", song, "--instrument", "aumu sine Tnto", "-o", "out.wav"], in: workshop,
      wrapper: wrapper
    ).finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("out.wav"))
    expectOneSentence(outcome)
    #expect(try workshop.fileNames == ["long.mid", "out.wav", "song.mid"])
    #expect(try workshop.contents("out.wav") == Self.before)
  }
}
