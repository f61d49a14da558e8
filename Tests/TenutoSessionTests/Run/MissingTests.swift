import Foundation
import TenutoComponents
import TenutoCore
import TenutoRender
import TestSupport
import Testing

@testable import TenutoSession

/// Extensions that are not installed, do not start, or must not be started.
@Suite struct MissingTests {
  @Test func aMissingExtensionKeepsItsPlaceAndStartsLater() throws {
    let folder = try RunFolder(["Sawtooth"])
    var session = Session.chain
    var state = ComponentState(code: "aufx dely Tnto", version: 1, parameters: [])
    state.data = [1, 2, 3]
    session.nodes[1].parameters = ["time": 0.25]
    session.nodes[1].state = state
    let path = "\(folder.path)/song.yaml"
    let (running, engine) = try folder.run(session, file: SessionFile(path))
    defer { running.end() }
    let report = try #require(running.status(of: "delay"))
    #expect(report.condition == "missing")
    #expect(report.problem?.contains("dely") == true)
    #expect(report.layout == BusLayout(inputs: [2], outputs: [2]))
    // It is saved unchanged.
    try running.save()
    #expect(try SessionFile(path).load().session.node(named: "delay") == session.nodes[1])
    #expect(!running.lookForMissing())

    try folder.install("Delay")
    #expect(running.lookForMissing())
    #expect(running.status(of: "delay")?.condition == "playing")
    #expect(engine.graph.nodes[1].instance != nil)
    #expect(engine.graph.audioConnections.count == 2)
  }

  @Test func itsPlaceIsAsWideAsItsConnections() throws {
    let folder = try RunFolder(["Sawtooth"])
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    try running.connect(.audio(AudioLink("saw", to: "delay", 1)))
    #expect(running.status(of: "delay")?.layout == BusLayout(inputs: [2, 2], outputs: [2]))
    #expect(engine.graph.audioConnections.count == 3)
    _ = try running.undo()
    #expect(running.status(of: "delay")?.layout == BusLayout(inputs: [2], outputs: [2]))
  }

  @Test func anExtensionThatDoesNotStartKeepsItsPlace() throws {
    let folder = try RunFolder(["Sawtooth", "Delay"])
    let bundle = try #require(
      folder.options.registry.scan().components.first { $0.code == "aufx dely Tnto" })
    try Data("#!/bin/false\n".utf8).write(to: URL(fileURLWithPath: bundle.executablePath))
    let (running, _) = try folder.run(.chain)
    defer { running.end() }
    #expect(running.status(of: "delay")?.condition == "failed")
    #expect(running.status(of: "saw")?.condition == "playing")
    #expect(running.notes.count == 1)
    #expect(throws: SessionEditError.self) { try running.retry("delay") }
    try FileManager.default.removeItem(atPath: bundle.executablePath)
    try FileManager.default.copyItem(
      atPath: Built.path("Delay"), toPath: bundle.executablePath)
    try running.retry("delay")
    #expect(running.status(of: "delay")?.condition == "playing")
  }

  @Test func aSafeStartStartsNothing() throws {
    let folder = try RunFolder(["Sawtooth", "Delay"])
    var options = folder.options
    options.isSafe = true
    let (running, _) = try folder.run(.chain, options: options)
    defer { running.end() }
    #expect(running.status(of: "saw")?.instance == nil)
    try running.remove("delay")
    try running.add(SessionNode("second", .component("aumu saw1 Tnto")))
    #expect(running.session.nodes.map(\.name) == ["saw", "out", "second"])
  }

  @Test func aMissingSoundFileIsReported() throws {
    let folder = try RunFolder()
    var session = Session(name: "file")
    session.nodes = [SessionNode("tape", .fileInput(path: "none.wav", isLooped: false))]
    let error = #expect(throws: SessionEditError.self) { try folder.run(session) }
    #expect(error?.message.hasPrefix("tape: ") == true)
  }
}
