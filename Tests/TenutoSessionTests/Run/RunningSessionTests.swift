import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoSession

/// A session with real extensions, opened, edited and saved.
@Suite struct RunningSessionTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth", "Delay", "Gain"]) }

  private func identifier(_ index: Int, of node: String, in running: RunningSession) throws
    -> Parameter
  {
    let parameters = try #require(running.status(of: node)?.parameters)
    let settable = parameters.filter { !$0.flags.contains(.readOnly) && $0.valueNames.isEmpty }
    return settable[index]
  }

  private func middle(_ parameter: Parameter) -> Float {
    parameter.clamped(
      parameter.range.lowerBound + 0.25 * (parameter.range.upperBound - parameter.range.lowerBound))
  }

  @Test func opensSavesAndOpensAgain() throws {
    let path = "\(folder.path)/song.yaml"
    let (running, _) = try folder.run(.chain, file: SessionFile(path))
    defer { running.end() }
    let parameter = try identifier(0, of: "saw", in: running)
    let value = try running.set(parameter.identifier, of: "saw", to: middle(parameter))
    try running.setBypass(true, of: "delay")
    try running.add(SessionNode("gain", .component("aufx gain Tnto")))
    try running.connect(.audio(AudioLink("delay", to: "gain")))
    #expect(running.isEdited)
    #expect(try running.save() == path)
    #expect(!running.isEdited)

    let loaded = try SessionFile(path).load()
    let (again, engine) = try folder.run(loaded.session, file: SessionFile(path))
    defer { again.end() }
    #expect(again.session.nodes.map(\.name) == ["saw", "delay", "out", "gain"])
    #expect(again.session.connections == running.session.connections)
    #expect(again.status(of: "delay")?.node.isBypassed == true)
    let values = try again.values(of: "saw")
    #expect(values.first { $0.0.identifier == parameter.identifier }?.1 == value)
    let instance = try #require(again.status(of: "saw")?.instance)
    #expect(try instance.values().contains(ParameterValue(parameter.address, value)))
    #expect(engine.graph.nodes.count == 4)
  }

  @Test func aRemovedNodeReturnsWithItsState() throws {
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    let parameter = try identifier(0, of: "delay", in: running)
    let value = try running.set(parameter.identifier, of: "delay", to: middle(parameter))
    let before = try #require(running.status(of: "delay")?.instance)
    try running.remove("delay")
    #expect(running.session.connections.isEmpty)
    #expect(engine.graph.nodes.count == 2)
    #expect(eventually { before.process.exit != nil })
    #expect(try running.undo() == "Remove 'delay'")
    let instance = try #require(running.status(of: "delay")?.instance)
    #expect(instance !== before)
    #expect(try instance.values().contains(ParameterValue(parameter.address, value)))
    #expect(running.session.connections == Session.chain.connections)
    #expect(engine.graph.audioConnections.count == 2)
  }

  @Test func aRenamedNodeKeepsItsProcess() throws {
    let (running, _) = try folder.run(.chain)
    defer { running.end() }
    let before = running.status(of: "saw")?.instance
    try running.rename("saw", to: "lead")
    #expect(running.status(of: "saw") == nil)
    #expect(running.status(of: "lead")?.instance === before)
    #expect(running.session.connections.first == AudioLink("lead", to: "delay"))
    #expect(try running.undo() == "Rename 'saw' to 'lead'")
    #expect(running.status(of: "saw")?.instance === before)
    #expect(running.session == .chain)
  }

  @Test func movesOfOneParameterAreOneStep() throws {
    let (running, _) = try folder.run(.chain)
    defer { running.end() }
    let parameter = try identifier(0, of: "saw", in: running)
    let start = running.value(parameter, of: "saw")
    for step in 1...20 {
      let share = Float(step) / 90
      let range = parameter.range
      try running.set(
        parameter.identifier, of: "saw",
        to: range.lowerBound + share * (range.upperBound - range.lowerBound), waits: false)
    }
    _ = try running.undo()
    #expect(running.value(parameter, of: "saw") == start)
    #expect(running.session.node(named: "saw")?.parameters.isEmpty == true)
    #expect(throws: SessionEditError.self) { try running.undo() }
    _ = try running.redo()
    #expect(running.value(parameter, of: "saw") != start)
  }

  @Test func aPresetCanBeUndone() throws {
    let (running, _) = try folder.run(.chain)
    defer { running.end() }
    let instance = try #require(running.status(of: "saw")?.instance)
    let before = try instance.values()
    let preset = try #require(
      instance.description.presets.first { preset in
        instance.description.values(of: preset) != before
      })
    try running.load(preset: preset.name, into: "saw")
    #expect(running.session.node(named: "saw")?.preset == preset.name)
    #expect(try instance.values() != before)
    _ = try running.undo()
    #expect(running.session.node(named: "saw")?.preset == nil)
    #expect(try instance.values() == before)
    #expect(throws: SessionEditError.self) { try running.load(preset: "no such", into: "saw") }
  }

  @Test func failedEditsHaveNoEffect() throws {
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    let session = running.session
    let kept = running.status(of: "delay")?.instance
    #expect(throws: SessionEditError.self) {
      try running.add(SessionNode("saw", .component("aufx gain Tnto")))
    }
    #expect(throws: SessionEditError.self) {
      try running.add(SessionNode("other", .component("aufx none Tnto")))
    }
    #expect(throws: SessionEditError.self) {
      try running.connect(.audio(AudioLink("delay", to: "saww")))
    }
    #expect(throws: SessionEditError.self) { try running.remove("nobody") }
    engine.refuse(HostError(.graphInvalid, "A cycle."))
    #expect(throws: SessionEditError(.invalid, "A cycle.")) {
      try running.connect(.audio(AudioLink("saw", to: "out")))
    }
    #expect(throws: SessionEditError.self) { try running.remove("delay") }
    engine.refuse(nil)
    #expect(running.session == session)
    #expect(running.status(of: "delay")?.instance === kept)
    #expect(kept?.process.exit == nil)
    #expect(!running.canUndo.undo)
  }

  @Test func controllersMoveParametersAndAreLearned() throws {
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    let parameter = try identifier(0, of: "saw", in: running)
    try running.learn(node: "saw", parameter: parameter.identifier)
    running.take(ControllerMove(input: nil, channel: 3, controller: 74, position: 0))
    #expect(running.session.maps.map(\.controller) == [74])
    #expect(running.session.maps.map(\.channel) == [3])
    running.take(ControllerMove(input: nil, channel: 3, controller: 74, position: 1))
    #expect(running.value(parameter, of: "saw") == parameter.range.upperBound)
    _ = engine.takeScheduled()
    running.take(ControllerMove(input: nil, channel: 4, controller: 74, position: 0))
    #expect(engine.takeScheduled().isEmpty)
    // A controller's changes are not undo steps: undoing removes the map.
    _ = try running.undo()
    #expect(running.session.maps.isEmpty)
    #expect(running.value(parameter, of: "saw") == parameter.range.upperBound)
  }

  @Test func aConnectionInJACKBecomesAnEdit() throws {
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    engine.patch { graph in
      let ids = graph.nodeIDs
      graph.disconnect(ids[1], from: ids[2])
      graph.connect(ids[0], to: ids[2])
    }
    try running.adoptPatch()
    #expect(
      running.session.connections == [AudioLink("saw", to: "delay"), AudioLink("saw", to: "out")])
    #expect(try running.undo() == "Connect in JACK")
    #expect(Set(running.session.connections) == Set(Session.chain.connections))
    #expect(engine.graph.audioConnections.count == 2)
  }

  @Test(arguments: ["saw", "out"])
  func aMutedNodeIsMutedInTheGraphAndKeepsItsConnections(name: String) throws {
    let (running, engine) = try folder.run(.chain)
    defer { running.end() }
    func muted() -> [String] { engine.graph.nodes.filter(\.isMuted).map(\.name) }
    try running.setMute(true, of: name)
    #expect(muted() == [name])
    #expect(engine.graph.audioConnections.count == 2)
    // It is not an extension that the host has muted, so nothing remains to be done.
    try running.setMute(false, of: name)
    try running.unmute(name)
    #expect(muted().isEmpty)
  }

  @Test func onlyExtensionsAreLeftOutAndTimed() throws {
    let (running, _) = try folder.run(.chain)
    defer { running.end() }
    func expectConflict(_ edit: () throws -> Void) {
      let error = #expect(throws: SessionEditError.self) { try edit() }
      #expect(error?.reason == .conflict)
      #expect(error?.message.contains("'out' is not an extension") == true)
    }
    expectConflict { try running.setBypass(true, of: "out") }
    expectConflict { try running.setTiming(.onePeriodLater, of: "out") }
    expectConflict { try running.setSpare(nil, of: "out") }
    expectConflict { try running.setDeadlineShare(0.5, of: "out") }
    let isUsed = running.session.nodes.allSatisfy { !$0.isBypassed }
    #expect(isUsed)
  }

  @Test func sixtyFourExtensionsStart() throws {
    var session = Session(name: "many")
    for number in 1...64 {
      session.nodes.append(SessionNode("saw\(number)", .component("aumu saw1 Tnto")))
    }
    let start = ContinuousClock.now
    let (running, _) = try folder.run(session)
    let took = ContinuousClock.now - start
    defer { running.end() }
    print("64 extensions started in \(took)")
    #expect(running.notes.isEmpty)
    #expect(session.nodes.allSatisfy { running.status(of: $0.name)?.instance != nil })
  }
}
