import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoSession

/// The saved state of a playing session.
@Suite struct KeepingTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth", "Delay"]) }

  private var options: SessionOptions {
    var options = folder.options
    options.vault = SessionVault(folder: "\(folder.path)/kept")
    return options
  }

  @Test func theSessionIsKeptEverySecond() throws {
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
    // Another host would overwrite it.
    #expect(throws: HostError.self) { try vault.store.open() }
    running.end()
    #expect(try vault.kept()?.isClosed == true)
    #expect(try vault.kept()?.session.connections == Session.chain.connections)
  }

  @Test func anExtensionThatDiesDuringASaveCostsNothing() throws {
    let (running, _) = try folder.run(.chain, options: options)
    defer { running.end() }
    try running.set("cutoff", of: "saw", to: 555, waits: false)
    let instance = try #require(running.status(of: "saw")?.instance)
    kill(instance.process.identifier, SIGKILL)
    let path = "\(folder.path)/saved.yaml"
    _ = try running.save(to: path)
    let saved = try SessionFile(path).load().session
    #expect(saved.node(named: "saw")?.parameters["cutoff"] == 555)
    #expect(saved.connections == Session.chain.connections)
  }

  @Test func unchangedSessionsAreNotWritten() throws {
    let (running, _) = try folder.run(.chain, options: options)
    defer { running.end() }
    let store = try #require(options.vault).store
    // The extensions' first reports are a change as well.
    running.settle()
    usleep(1_500_000)
    let before = try store.sequences()
    #expect(!before.isEmpty)
    for _ in 0..<3 {
      running.noteChange(isEdit: false)
      usleep(900_000)
    }
    #expect(try store.sequences() == before)
  }

  @Test func aFullDiskIsReportedOnceAndRetried() throws {
    let (running, _) = try folder.run(.chain, options: options)
    defer { running.end() }
    let vault = try #require(options.vault)
    let notices = Locked<[String]>([])
    let observer = running.observe { change in
      if case .notice(let text) = change { notices.withLock { $0.append(text) } }
    }
    defer { running.forget(observer) }
    #expect(eventually { (try? vault.kept()) != nil })
    let aside = "\(folder.path)/aside"
    try FileManager.default.moveItem(atPath: vault.store.folder, toPath: aside)
    try running.set("cutoff", of: "saw", to: 555, waits: false)
    #expect(eventually { notices.withLock { !$0.isEmpty } })
    try running.set("cutoff", of: "saw", to: 666, waits: false)
    usleep(1_500_000)
    #expect(notices.withLock { $0.count } == 1)
    #expect(try SessionVault(folder: aside).kept() != nil)
    try FileManager.default.moveItem(atPath: aside, toPath: vault.store.folder)
    #expect(
      eventually {
        (try? vault.kept())??.session.node(named: "saw")?.parameters["cutoff"] == 666
      })
  }

  @Test func olderStatesOfANodeAreThere() throws {
    let vault = SessionVault(folder: "\(folder.path)/older")
    func state(_ data: [UInt8]) -> ComponentState {
      ComponentState(code: "aumu saw1 Tnto", version: 1, parameters: [], data: data)
    }
    let writer = try vault.store.open()
    for data in [[1], [2], [2], [3]] as [[UInt8]] {
      var session = Session.chain
      session.nodes[0].state = state(data)
      try writer.save(
        try KeptSession(session, savedAt: 0, isEdited: false, isClosed: true, fileText: nil)
          .encoded())
    }
    #expect(vault.olderStates(ofNode: "saw", than: state([3])) == [state([2]), state([1])])
    #expect(vault.olderStates(ofNode: "delay", than: state([3])).isEmpty)
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

  @Test func theKeptFormRoundTrips() throws {
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
