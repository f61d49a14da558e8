import TenutoCore
import TenutoRender
import TestSupport
import Testing

@testable import TenutoSession

/// Random edits, undone and redone.
@Suite struct EditPropertyTests {
  /// Host nodes, so that nothing must be started.
  private static var session: Session {
    var session = Session(name: "random")
    for number in 1...4 {
      session.nodes.append(
        SessionNode("mixer\(number)", .mixer(inputs: [2, 2], outputChannelCount: 2)))
    }
    session.nodes.append(SessionNode("out", .audioOutput(channelCount: 2, ports: [])))
    session.nodes.append(SessionNode("keys", .midiInput(ports: [])))
    session.connections = [AudioLink("mixer1", to: "out")]
    return session
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func undoRestoresEverything(seed: UInt64) throws {
    let folder = try RunFolder()
    let (running, engine) = try folder.run(Self.session)
    defer { running.end() }
    var random = SeededRandom(seed: seed)
    var forms = [running.session]
    for number in 0..<60 {
      let before = running.session
      try? Self.edit(running, &random, number)
      if running.session != before { forms.append(running.session) }
    }
    try #require(forms.count > 8)
    // Consecutive changes of one parameter are one step, so not every state returns.
    let last = running.session
    var count = 0
    while running.canUndo.undo {
      _ = try running.undo()
      count += 1
      #expect(forms.contains(running.session))
      let isSame = Self.isSame(engine.graph, running)
      #expect(isSame)
    }
    #expect(running.session == Self.session)
    for _ in 0..<count { _ = try running.redo() }
    #expect(running.session == last)
    let isSame = Self.isSame(engine.graph, running)
    #expect(isSame)
    #expect(!running.canUndo.redo)
  }

  private static func edit(
    _ running: RunningSession, _ random: inout SeededRandom, _ number: Int
  ) throws {
    let names = running.nodeNames
    guard let one = names.randomElement(using: &random),
      let two = names.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      try running.add(SessionNode("new\(number)", .mixer(inputs: [1, 2], outputChannelCount: 2)))
    case 1: try running.remove(one)
    case 2: try running.rename(one, to: "name\(number)")
    case 3, 4: try running.connect(.audio(AudioLink(one, to: two, number % 2)))
    case 5: if let link = running.session.connections.first { try running.disconnect(.audio(link)) }
    case 6: try running.setMute(number % 3 > 0, of: one)
    case 7: try running.add(ControllerMap(controller: UInt8(number), node: one, parameter: "gain"))
    case 8: try running.setTiming(.onePeriodLater, of: one)
    default: try running.set("gain1", of: one, to: Float(number) - 60, waits: false)
    }
  }

  /// Whether the engine plays the session's content.
  private static func isSame(_ graph: Graph, _ running: RunningSession) -> Bool {
    let session = running.session
    let links = graph.audioConnections.compactMap { link -> AudioLink? in
      guard let source = running.name(of: link.source),
        let destination = running.name(of: link.destination)
      else { return nil }
      return AudioLink(source, link.outputBus, to: destination, link.inputBus)
    }
    let muted = graph.nodes.filter(\.isMuted).map(\.name)
    return Set(graph.nodes.map(\.name)) == Set(session.nodes.map(\.name))
      && Set(links) == Set(session.connections)
      && Set(muted) == Set(session.nodes.filter(\.isMuted).map(\.name))
  }
}
