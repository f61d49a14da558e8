import Foundation
import Testing

/// The messages of `tenuto midi` on failure.
@Suite(.serialized) struct MIDIFailureTests {
  @Test func withoutAServerCallsFail() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    try workshop.write("bank.syx", [0xF0, 0xF7])
    let commands = [
      ["list"], ["monitor"], ["send", "x", "start"], ["panic"], ["record", "take.mid"],
      ["play", "song.mid", "--to", "x"], ["sysex", "bank.syx", "--to", "x"],
    ]
    for command in commands {
      let arguments = ["midi"] + command + ["--server", "tenuto-no-such-server"]
      let outcome = try await Program(arguments, in: workshop).finish()
      #expect(outcome.exitCode == 1 && outcome.output.isEmpty, "\(command)")
      #expect(
        outcome.errors.contains("'jackd -n tenuto-no-such-server -d alsa'"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("engine"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
    #expect(try workshop.fileNames == ["bank.syx", "song.mid"])
  }

  @Test func aMissingPortIsNamedWithTheExistingOnes() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    try bench.workshop.writeSong()
    let outcomes = [
      try await bench.run("send", "piano", "start"), try await bench.run("panic", "piano"),
      try await bench.run("play", "song.mid", "--to", "piano"),
    ]
    for outcome in outcomes {
      #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "tenuto: There is no MIDI destination 'piano'; there are 'device:in'.\n")
    }
    let source = try await bench.run("monitor", "piano")
    #expect(
      source.errors == "tenuto: There is no MIDI source 'piano'; there are 'device:out'.\n")
    #expect(source.exitCode == 1)
  }

  @Test func invalidMIDIIsRefusedBeforeAnythingIsSent() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    try bench.workshop.write("broken.syx", [0xF0, 1, 2])
    let broken = try await bench.run("sysex", "broken.syx", "--to", "device:in")
    #expect(broken.exitCode == 1 && broken.errors.contains("at byte 0"), "\(broken.errors)")
    let song = try await bench.run("play", "broken.syx", "--to", "device:in")
    #expect(song.exitCode == 1 && song.errors.contains("not a valid MIDI file"), "\(song.errors)")
    let messages = [
      ["note", "H9"], ["note"], ["cc", "7", "200"], ["90", "3C"], ["nonsense"],
    ]
    for message in messages {
      let arguments = ["send", "device:in"] + message
      let outcome = try await Program(
        ["midi"] + arguments + ["--server", "tenuto-no-such-server"], in: bench.workshop
      ).finish()
      // Usage errors are reported before a server is needed.
      #expect(outcome.exitCode == 2 && !outcome.errors.isEmpty, "\(message) \(outcome.errors)")
    }
    #expect(bench.heard.packets.isEmpty)
  }

  @Test func anEmptyRecordingLeavesNoFile() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let take = try await bench.run("record", "take.mid", "--seconds", "0.1")
    #expect(take.exitCode == 1)
    #expect(take.errors == "tenuto: Nothing was received, so take.mid was not written.\n")
    let dump = try await bench.run("sysex", "a.syx", "--from", "device:out", "--seconds", "0.1")
    #expect(dump.exitCode == 1)
    #expect(dump.errors == "tenuto: Nothing was received, so a.syx was not written.\n")
    #expect(try bench.workshop.fileNames.isEmpty)
  }

  @Test(arguments: [
    ["monitor", "--seconds", "0"], ["record", "x.mid", "--seconds", "-1"],
    ["sysex", "x.syx", "--from", "y", "--seconds", "inf"], ["sysex", "x.syx"],
    ["sysex", "x.syx", "--to", "y", "--pause", "-1"], ["send", "x", "start", "--channel", "17"],
  ])
  func wrongUsageIsSaid(_ arguments: [String]) async throws {
    let workshop = try Workshop()
    let outcome = try await Program(["midi"] + arguments, in: workshop).finish()
    #expect(outcome.exitCode == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("tenuto midi \(arguments[0]) --help"), "\(outcome.errors)")
  }
}
