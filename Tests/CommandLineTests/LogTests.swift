import Foundation
import TenutoControl
import Testing

@Suite(.serialized) struct LogTests {
  @Test func aFaultIsLoggedOnceWithItsDetails() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let program = try Program(
      [
        "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock", "--log-file",
        "log.json",
      ], in: workshop)
    try await program.waitFor("clock engine")
    try await workshop.waitForHost()
    let victim = try #require(workshop.extensionProcesses.first)
    kill(victim, SIGKILL)
    try await program.waitFor(" ended: ")
    let outcome = try await workshop.run("log", "--json")
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
    let served = try outcome.output.split(separator: "\n").map(record)
    let written = try String(decoding: workshop.contents("log.json"), as: UTF8.self)
      .split(separator: "\n").map(record)
    for records in [served, written] {
      let faults = records.filter { $0.metadata["cause"] != nil }
      #expect(faults.count == 1 && faults.first?.level == "warning")
      #expect(faults.first?.label == "tenuto.supervision")
      #expect(faults.first?.metadata["component"] == "aumu sine Tnto")
      #expect(faults.first?.metadata["cause"] == "killed")
    }
    #expect(served.map(\.number) == (0..<served.count).map { UInt64($0 + 1) })
  }

  private func record(_ line: Substring) throws -> LogRecord {
    try JSONDecoder().decode(LogRecord.self, from: Data(line.utf8))
  }

  @Test func aLogThatCannotBeWrittenIsSaidAtOnce() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    let outcome = try await workshop.run(
      "play", "song.mid", "--instrument", "aumu sine Tnto", "--log-file", "/nowhere/log")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("The log '/nowhere/log' cannot be written"))
  }
}
