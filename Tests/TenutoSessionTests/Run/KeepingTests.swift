import Foundation
import TenutoCore
import TenutoHost
import TestSupport
import Testing

@testable import TenutoSession

/// What is on the disk of a session that plays.
@Suite struct KeepingTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth", "Delay"]) }

  private var options: SessionOptions {
    var options = folder.options
    options.vault = SessionVault(folder: "\(folder.path)/kept")
    return options
  }

  @Test func whatPlaysIsKeptFromOneSecondToTheNext() throws {
    let (running, _) = try folder.run(.chain, options: options)
    let vault = try #require(options.vault)
    try running.set("cutoff", of: "saw", to: 555, waits: false)
    #expect(
      eventually {
        (try? vault.kept())??.session.node(named: "saw")?.parameters["cutoff"] == 555
      })
    let kept = try #require(try vault.kept())
    #expect(kept.isEdited)
    #expect(!kept.isClosed)
    // Another host would write over it.
    #expect(throws: HostError.self) { try vault.store.open() }
    running.end()
    #expect(try vault.kept()?.isClosed == true)
    #expect(try vault.kept()?.session.connections == Session.chain.connections)
  }

  @Test func aFileThatAnotherProgramHasChangedIsNotReplacedUnsaid() throws {
    let file = SessionFile("\(folder.path)/song.yaml")
    let (running, _) = try folder.run(.chain, file: file)
    defer { running.end() }
    try running.save()
    let text = try file.text()
    try Data((text + "# mine\n").utf8).write(to: URL(fileURLWithPath: file.path))
    let error = #expect(throws: SessionEditError.self) { try running.save() }
    #expect(error?.reason == .conflict)
    #expect(try file.text() == text + "# mine\n")
    try running.save()
    try running.save(to: "\(folder.path)/other.yaml")
    #expect(running.file?.name == "other")
  }

  @Test func whatIsKeptReadsBack() throws {
    var session = Session.chain
    session.nodes[0].state = ComponentState(
      code: "aumu saw1 Tnto", version: 3, parameters: [ParameterValue(1, 2)], data: [9, 8])
    let kept = KeptSession(
      session, savedAt: 12.5, isEdited: true, isClosed: false, fileText: "a: ü\n")
    let bytes = try kept.encoded()
    #expect(try KeptSession(decoding: bytes) == kept)
    for count in 0..<bytes.count {
      #expect(throws: HostError.self) { try KeptSession(decoding: Array(bytes[..<count])) }
    }
  }
}
